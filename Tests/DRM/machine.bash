# An emulated PC with a kernel graphics driver; to be sourced.
#
#   fetch_kernel                  a Debian kernel and its modules, unpacked once
#   fetch_virgl                   what the emulator needs for a GPU, likewise
#   boot KIND FOLDER COMMAND      runs COMMAND in FOLDER there, as root
#
# The guest's root is this machine's, read-only over 9p, with an empty /tmp, and
# FOLDER is /tmp/job, writable: nothing is copied and no disk image is built.
# `boot` leaves the command's output in FOLDER/log, the kernel's in
# FOLDER/console, and returns the command's exit status, or 70 if there is none.

vm_folder=$PWD/.build/vm
# Seconds of the whole machine; a third is usual where others work too.
boot_limit=${VFX_VM_LIMIT:-180}

# Files that were fetched by a run that was interrupted don't count.
fetch_packages() {
  local target=$1 package staging
  shift
  [[ -d $target ]] && return
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
  mkdir -p "$vm_folder"
  staging=$(mktemp -d "$vm_folder/fetch.XXXXXX")
  # apt's own user must be able to write there, or it complains at length.
  chmod 777 "$staging"
  for package in "$@"; do
    (cd "$staging" && timeout 300 apt-get -q download "$package") >"$staging/log" 2>&1 ||
      { cat "$staging/log" >&2; rm -rf "$staging"; return 1; }
  done
  mkdir "$staging/root"
  for package in "$staging"/*.deb; do
    # Of 400 MB, what an emulated PC needs.
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$staging/root" --wildcards --no-anchored \
      'vmlinuz-*' 'kernel/drivers/virtio/*' 'kernel/drivers/gpu/drm/*' 'kernel/fs/9p/*' \
      'kernel/fs/netfs/*' 'kernel/fs/fscache/*' 'kernel/net/9p/*' 'lib/*.so*' 2>/dev/null || true
  done
  mv "$staging/root" "$target"
  rm -rf "$staging"
}

fetch_kernel() {
  local package
  command -v apt-cache >/dev/null || return 1
  package=$(apt-cache depends linux-image-amd64 2>/dev/null |
    awk '/Depends: linux-image/ { print $2; exit }')
  [[ -n $package ]] || return 1
  fetch_packages "$vm_folder/$package" "$package" || return 1
  kernel_root=$vm_folder/$package
  kernel=$(find "$kernel_root/boot" -name 'vmlinuz-*' -print -quit 2>/dev/null)
  [[ -n $kernel ]]
}

# The module has a package that also wants a desktop, so it is unpacked rather
# than installed; which package it is depends on the release.
fetch_virgl() {
  local package
  virgl_root=
  [[ -z $(find /usr/lib/*/qemu -name hw-display-virtio-gpu-gl.so -print -quit) ]] || return 0
  for package in qemu-system-modules-opengl qemu-system-gui; do
    apt-cache show --no-all-versions "$package" >/dev/null 2>&1 || continue
    fetch_packages "$vm_folder/$package" "$package" libvirglrenderer1 || return 1
    virgl_root=$(echo "$vm_folder/$package"/usr/lib/*/)
    [[ -e $virgl_root/qemu/hw-display-virtio-gpu-gl.so ]]
    return
  done
  return 1
}

boot() {
  local kind=$1 folder=$2 command=$3 module file image number=100 status=0
  local display=(-display none) device=()
  # In the order of their needs; what isn't there is built in.
  local modules=(virtio_ring virtio virtio_pci_modern_dev virtio_pci_legacy_dev virtio_pci
    9pnet 9pnet_virtio netfs fscache 9p drm drm_kms_helper drm_shmem_helper)
  case $kind in
    virtio) modules+=(virtio_dma_buf virtio-gpu) device=(-device virtio-gpu-pci) ;;
    virgl)
      modules+=(virtio_dma_buf virtio-gpu) device=(-device virtio-gpu-gl-pci)
      # The display wants a node, and takes any character device.
      display=(-display egl-headless,rendernode=/dev/null)
      ;;
    vgem) modules+=(vgem) ;;
    bochs) modules+=(ttm drm_ttm_helper drm_vram_helper bochs) device=(-device bochs-display) ;;
    *) echo "boot: there is no kind '$kind'." >&2; return 64 ;;
  esac

  image=$(mktemp -d "$vm_folder/image.XXXXXX")
  mkdir -p "$image"/{bin,proc,sys,dev,newroot,mods}
  cp "$(command -v busybox)" "$image/bin/busybox"
  ln -s busybox "$image/bin/sh"
  cp Tests/DRM/init "$image/init"
  for module in "${modules[@]}"; do
    file=$(find "$kernel_root" -name "$module.ko" -o -name "$module.ko.xz" | head -n 1)
    [[ -n $file ]] || continue
    number=$((number + 1))
    case $file in
      *.xz) xz -dc "$file" >"$image/mods/$number-$module.ko" ;;
      *) cp "$file" "$image/mods/$number-$module.ko" ;;
    esac
  done
  (cd "$image" && find . | busybox cpio -o -H newc 2>/dev/null) >"$image.cpio"
  echo "$command" >"$folder/command"

  # Emulated in software everywhere: not every machine may use its processor's help.
  # A processor without AVX, because QEMU 7.2 emulates some of it wrongly:
  # llvmpipe in vectors of 256 bits draws wrong pixels there.
  QEMU_MODULE_DIR=${virgl_root:+${virgl_root}qemu} \
  LD_LIBRARY_PATH=${virgl_root-}${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} \
    timeout --kill-after=5 "$boot_limit" qemu-system-x86_64 \
    -M pc,accel=tcg -cpu Nehalem -smp 2 -m 1536 -nodefaults -vga none "${display[@]}" "${device[@]}" \
    -serial stdio -monitor none -net none -no-reboot \
    -kernel "$kernel" -initrd "$image.cpio" -append "console=ttyS0 quiet panic=-1" \
    -virtfs "local,path=/,mount_tag=root,security_model=none,readonly=on,multidevs=remap" \
    -virtfs "local,path=$folder,mount_tag=job,security_model=none" \
    </dev/null >"$folder/console" 2>&1 || status=$?
  rm -rf "$image" "$image.cpio"
  ((status == 0)) || echo "$kind: the emulator ended with status $status" \
    "(124: not within $boot_limit s)." >&2
  [[ -s $folder/status ]] || return 70
  return "$(<"$folder/status")"
}
