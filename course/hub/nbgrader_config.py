# On a hub. A teacher's course directory lies in the home directory, under JupyterLab's root; where
# the exchange is, and where accounts have no names whose exchange it is, the hub's settings say.
import os

c.CourseDirectory.root = os.path.expanduser("~/positional-encoding/course")  # noqa: F821
c.CourseDirectory.student_id = os.environ.get("NBGRADER_STUDENT", "*")  # noqa: F821
c.Exchange.root = os.environ["NBGRADER_EXCHANGE"]  # noqa: F821

# The kernels of marking, too, are for the teacher's account alone: sockets at this path, no TCP.
c.AsyncKernelManager.transport = "ipc"  # noqa: F821
c.AsyncKernelManager.ip = os.path.expanduser("~/.marking")  # noqa: F821
