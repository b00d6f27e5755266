print("vfx-gpu")
