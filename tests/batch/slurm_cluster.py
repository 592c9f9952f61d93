# SPDX-License-Identifier: Apache-2.0
"""A batch system of one node in a folder of its own: munged, slurmctld and slurmd, started by a test
and ended with it. Root only, as slurmd is."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "srun", "sbatch", "sinfo")
START_SECONDS = 60


def why_not():
    """Why there can be none here; empty: there can."""
    missing = [name for name in PROGRAMS if not shutil.which(name)]
    if missing:
        return f"not installed: {', '.join(missing)} (slurmctld, slurmd, slurm-client, munge)"
    return "" if os.geteuid() == 0 else "slurmd wants to be root"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


CONFIGURATION = """ClusterName=tare
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={daemon}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
SlurmUser=root
SlurmdUser=root
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
KillWait=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


class Cluster:
    """`with Cluster() as cluster: cluster.run("srun", ...)`."""

    def __enter__(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="tare-slurm-")
        self.folder = pathlib.Path(self.scratch.name)
        os.chmod(self.folder, 0o755)
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        self.configuration = self.folder / "slurm.conf"
        self.configuration.write_text(CONFIGURATION.format(
            folder=self.folder, host=socket.gethostname().split(".")[0], controller=free_port(),
            daemon=free_port(), cpus=len(os.sched_getaffinity(0))))
        self.environment = dict(os.environ, SLURM_CONF=str(self.configuration))
        self.daemons = []
        try:
            self.start("munged", "--foreground", f"--key-file={key}", "--force",
                       f"--socket={self.folder}/munge.socket", f"--pid-file={self.folder}/munged.pid",
                       f"--log-file={self.folder}/munged.log", f"--seed-file={self.folder}/munge.seed")
            self.wait_for(lambda: (self.folder / "munge.socket").exists(), "munged")
            self.start("slurmctld", "-D")
            self.start("slurmd", "-D")
            self.wait_for(lambda: "idle" in self.run("sinfo", "-h", "-o", "%T", check=False).stdout, "the node")
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self, *argv):
        self.daemons.append(subprocess.Popen(argv, env=self.environment, stdin=subprocess.DEVNULL,
                                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def wait_for(self, is_there, what):
        end = time.monotonic() + START_SECONDS
        while not is_there():
            if time.monotonic() > end or any(each.poll() is not None for each in self.daemons):
                raise RuntimeError(f"{what} did not start: " + self.logs())
            time.sleep(0.1)

    def logs(self):
        return "\n".join(path.read_text(errors="replace")[-2000:] for path in self.folder.glob("*.log"))

    def run(self, *argv, check=True, **more):
        done = subprocess.run([str(word) for word in argv], env=dict(self.environment, **more.pop("env", {})),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, errors="replace", timeout=600, **more)
        if check and done.returncode != 0:
            raise AssertionError(f"{argv}: status {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def __exit__(self, *_):
        for daemon in reversed(self.daemons):
            if daemon.poll() is None:
                daemon.send_signal(signal.SIGTERM)
        for daemon in reversed(self.daemons):
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        self.scratch.cleanup()
