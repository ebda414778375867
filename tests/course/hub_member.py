"""A member of a class on a hub, who uses it as a browser does: by HTTP and web sockets alone."""

from __future__ import annotations

import asyncio
import json
import uuid
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import httpx
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

PATIENCE = 180  # seconds for any one answer
COURSE = "positional_encoding"


class Member:
    """One login name with its cookies."""

    def __init__(self, hub: str, name: str, password: str) -> None:
        self.hub, self.name, self.password = hub, name, password
        self.client = httpx.AsyncClient(base_url=hub, follow_redirects=True, timeout=PATIENCE)

    @property
    def own(self) -> str:
        return f"/user/{self.name}"

    def cookies(self, path: str) -> dict[str, str]:
        """The cookies that a browser sends to a path; the one of the longest path wins."""
        jar = sorted(self.client.cookies.jar, key=lambda cookie: len(cookie.path))
        return {one.name: one.value for one in jar if path.startswith(one.path)}

    async def log_in(self) -> int:
        """Log in and start the session; the status of the last page."""
        page = await self.client.get("/hub/login")
        form = {
            "username": self.name,
            "password": self.password,
            "_xsrf": self.cookies("/hub/")["_xsrf"],
        }
        page = await self.client.post("/hub/login", data=form)
        if page.status_code != 200:
            return page.status_code
        await self.client.get("/hub/spawn")
        for _ in range(PATIENCE):
            page = await self.client.get(f"{self.own}/lab")
            assert page.status_code != 500, f"{self.name}: {page.text}"
            if page.status_code == 200 and urlsplit(str(page.url)).path.startswith(self.own):
                return 200
            await asyncio.sleep(1)
        raise TimeoutError(f"{self.name}: no session, but {page.url}: {page.text[:500]}")

    async def ask(self, method: str, path: str, json: object = None) -> object:
        """What a path of the member's own server answers."""
        page = await self.request(method, f"{self.own}/{path}", json)
        assert page.is_success, f"{self.name}: {method} {path}: {page.status_code} {page.text}"
        return page.json() if page.content else None

    async def request(self, method: str, path: str, json: object = None) -> httpx.Response:
        header = {"X-XSRFToken": self.cookies(f"{self.own}/").get("_xsrf", "")}
        return await self.client.request(method, path, json=json, headers=header)

    async def notebook(self, path: str) -> dict:
        return (await self.ask("GET", f"api/contents/{path}"))["content"]

    async def save(self, path: str, notebook: dict) -> None:
        content = {"type": "notebook", "format": "json", "content": notebook}
        await self.ask("PUT", f"api/contents/{path}", content)

    async def exchange(self, action: str, assignment: str) -> list[dict]:
        """Fetch, hand in, or fetch feedback; the list of assignments as it then stands."""
        body = {"course_id": COURSE, "assignment_id": assignment}
        answer = await self.ask("POST", f"assignments/{action}", body)
        assert answer["success"], f"{self.name}: {action}: {answer['value']}"
        return answer["value"]

    async def grader(self, method: str, path: str, json: object = None) -> object:
        """What nbgrader's page for teachers answers; a step that failed fails here."""
        answer = await self.ask(method, f"formgrader/api/{path}", json)
        assert not isinstance(answer, dict) or answer.get("success", True), (
            f"{path}: {answer.get('error')}\n{answer.get('log')}"
        )
        return answer

    async def kernel(self, notebook: str) -> Kernel:
        """Open a notebook: start its kernel and connect to it."""
        session = await self.ask(
            "POST",
            "api/sessions",
            {"path": notebook, "name": "", "type": "notebook", "kernel": {"name": "python3"}},
        )
        path = f"{self.own}/api/kernels/{session['kernel']['id']}/channels"
        header = {"Cookie": "; ".join(f"{n}={v}" for n, v in self.cookies(f"{path}").items())}
        address = self.hub.replace("http", "ws", 1) + path
        socket = await websocket_connect(HTTPRequest(address, headers=header))
        return Kernel(socket)


@dataclass
class Kernel:
    """A running kernel with the widgets that it has made: their states by id."""

    socket: object
    widgets: dict[str, dict] = field(default_factory=dict)
    session: str = field(default_factory=lambda: uuid.uuid4().hex)

    async def send(self, kind: str, content: dict) -> list[dict]:
        """Send a message, and return what the kernel says until it is idle again."""
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": kind,
            "username": "",
            "session": self.session,
            "version": "5.3",
            "date": "",
        }
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        await self.socket.write_message(json.dumps(message | {"channel": "shell", "buffers": []}))
        said = []
        while True:
            text = await asyncio.wait_for(self.socket.read_message(), PATIENCE)
            assert text is not None, "the connection to the kernel was closed"
            if isinstance(text, bytes):  # an array's values, after the message's own text
                count = int.from_bytes(text[:4], "big")
                starts = [
                    int.from_bytes(text[4 * n : 4 * n + 4], "big") for n in range(1, count + 1)
                ]
                text = text[starts[0] : starts[1] if count > 1 else None]
            one = json.loads(text)
            if one["msg_type"] in ("comm_open", "comm_msg"):
                data = one["content"]["data"]
                state = self.widgets.setdefault(one["content"]["comm_id"], {})
                state.update(data.get("state", {}))
            if one["parent_header"].get("msg_id") != header["msg_id"]:
                continue
            said.append(one)
            if one["msg_type"] == "status" and one["content"]["execution_state"] == "idle":
                return said

    async def run(self, code: str) -> str:
        """Run a cell; its text outputs. An error in it fails here."""
        said = await self.send(
            "execute_request",
            {"code": code, "silent": False, "store_history": True, "allow_stdin": False},
        )
        texts = []
        for one in said:
            content = one["content"]
            assert one["msg_type"] != "error", f"{content.get('ename')}: {content.get('evalue')}"
            texts.append(content.get("text") or content.get("data", {}).get("text/plain", ""))
        return "".join(texts)

    async def move(self, setting: str, value: object) -> int:
        """Move an explorer's control as its widget does; how many widgets answered."""
        [control] = [
            name
            for name, state in self.widgets.items()
            if f"pe-setting-{setting}" in state.get("_dom_classes", [])
        ]
        update = {"method": "update", "state": {"value": value}, "buffer_paths": []}
        said = await self.send("comm_msg", {"comm_id": control, "data": update})
        answered = {one["content"]["comm_id"] for one in said if one["msg_type"] == "comm_msg"}
        return len(answered - {control})
