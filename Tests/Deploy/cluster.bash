# A Slurm of one node on loopback, for scripts that source this file:
#
#   start_cluster FOLDER   munged, slurmctld and slurmd, with all their files in FOLDER
#   stop_cluster           ends them
#
# Needs root, slurm-wlm and munge. Ports of its own, and its own munge socket, so
# that a Slurm which this machine already runs is left alone.

cluster_processes=()

start_cluster() {
  local folder=$1 node
  node=$(hostname -s)
  mkdir -p "$folder"/{state,spool,log}
  chmod 755 "$folder"
  (umask 077 && head -c 1024 /dev/urandom >"$folder/munge.key")

  munged --foreground --force --key-file="$folder/munge.key" \
    --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" \
    --log-file="$folder/log/munged" --seed-file="$folder/munge.seed" \
    >"$folder/log/munged.out" 2>&1 &
  cluster_processes+=($!)

  cat >"$folder/slurm.conf" <<CONF
ClusterName=vfxgpu
SlurmUser=root
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/log/slurmctld
SlurmdLogFile=$folder/log/slurmd
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerParameters=sched_interval=1,batch_sched_delay=1
ReturnToService=2
MailProg=/bin/true
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$(awk "/MemTotal/ {print int(\$2 / 1024)}" /proc/meminfo) State=UNKNOWN
PartitionName=all Nodes=$node Default=YES State=UP
CONF
  export SLURM_CONF=$folder/slurm.conf
  slurmctld -D >"$folder/log/slurmctld.out" 2>&1 &
  cluster_processes+=($!)
  slurmd -D -N "$node" >"$folder/log/slurmd.out" 2>&1 &
  cluster_processes+=($!)

  for _ in $(seq 100); do
    [[ $(sinfo --noheader --format=%t 2>/dev/null) == idle ]] && return
    sleep 0.2
  done
  echo "The Slurm on loopback did not come up within 20 s; its logs end so:" >&2
  tail --lines=5 --quiet "$folder"/log/* >&2
  return 1
}

stop_cluster() {
  ((${#cluster_processes[@]} > 0)) || return 0
  kill "${cluster_processes[@]}" 2>/dev/null || true
  wait "${cluster_processes[@]}" 2>/dev/null || true
  cluster_processes=()
}
