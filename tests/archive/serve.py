#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tare archive serve`: the answers of the command line over HTTP, who may upload, what is refused, and that
hostile clients, many of them, and a kill change nothing.

Usage: serve.py WRITE_SAMPLES [tests]
"""
import concurrent.futures
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.parse

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import sample_tables  # noqa: E402

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
SCHEMAS = pathlib.Path(os.environ["TARE_SOURCE_DIR"], "docs/schema")
WRITE_SAMPLES = sys.argv.pop(1)
SIZES = (2, 3, 4, 6, 8, 12)


class Server(unittest.TestCase):
    """An archive with versions and sizes of programs, and a server of it on a port of its own."""
    options = ()

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.sample = sample_tables.written_by(WRITE_SAMPLES, self.folder)
        self.archive = self.folder / "archive.db"
        tables = [self.file(f"v{n}", sample_tables.version(self.sample, n, 0.2 * (n > 4))) for n in range(8)]
        for number, table in enumerate(tables):
            self.tare("add", table, "--application", "p", "--date", f"2026-10-{number + 1:02}")
        self.tare("add", *(self.file(f"s{size}", sample_tables.sized(self.sample, size, 2)) for size in SIZES),
                  "--application", "grown")
        self.environment = dict(os.environ, TARE_ARCHIVE=str(self.archive))
        self.me = json.loads(self.tare("list", "--json", "-"))["ledgers"][0]["owner"]
        self.mine, self.others = self.token(self.me), self.token("somebody-else")
        self.server = None
        self.start()

    def file(self, name, document):
        path = self.folder / f"{name}.json"
        path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
        return path

    def tare(self, *words, status=0):
        done = subprocess.run([TARE, "archive", *map(str, words), "--archive", str(self.archive)],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stderr if status else done.stdout

    def token(self, owner):
        return self.tare("token", "add", owner).strip()

    def start(self):
        self.server = subprocess.Popen(
            [TARE, "archive", "serve", "--archive", str(self.archive), "--port", "0", *self.options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.stop)
        line = self.server.stdout.readline()
        self.assertIn("http://127.0.0.1:", line)
        self.port = urllib.parse.urlsplit(line.split()[-1]).port

    def stop(self, how=signal.SIGTERM):
        if self.server.poll() is None:
            self.server.send_signal(how)
        self.server.wait()
        self.server.stdout.close()

    def ask(self, path, method="GET", body=None, token=None, **headers):
        """Status and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            if token:
                headers["Authorization"] = f"Bearer {token}"
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def asked(self, verb, **parameters):
        return self.ask(f"/api/{verb}?" + urllib.parse.urlencode(parameters, doseq=True))

    def upload(self, text, token, **parameters):
        return self.ask("/api/ledgers?" + urllib.parse.urlencode(parameters), "POST", text.encode(), token)

    def raw(self, request, more=True):
        """What comes back to these bytes, however little; `more` False: the client says that it has ended."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=120) as connection:
            try:
                connection.sendall(request)
                if not more:
                    connection.shutdown(socket.SHUT_WR)
                answer = b""
                while part := connection.recv(65536):
                    answer += part
                return answer
            except OSError:
                return b""

    def kept(self):
        return json.loads(self.tare("list", "--json", "-"))["ledgers"]


class Answers(Server):
    def test_answers_are_those_of_the_command_line(self):
        def said(*words):
            done = subprocess.run([TARE, *words, "--json", "-"], env=self.environment, cwd=self.folder,
                                  capture_output=True, text=True)
            self.assertIn(done.returncode, (0, 6), done.stderr)
            return done.stdout
        for path, words in ((("list", {}), ("archive", "list")),
                            (("list", {"application": "p"}), ("archive", "list", "p")),
                            (("query", {"application": "p", "threads": 2}), ("archive", "query", "--application", "p", "--threads", "2")),
                            (("query", {"param": ["N=3..6"], "row": "load imbalance", "latest": 1}),
                             ("archive", "query", "--param", "N=3..6", "--row", "load imbalance", "--latest")),
                            (("trend", {"application": "p"}), ("archive", "trend", "p")),
                            (("model", {"application": "grown"}), ("model", "grown")),
                            (("forecast", {"application": "grown", "param": "N=16", "threads": 2}),
                             ("forecast", "grown", "--param", "N=16", "--threads", "2")),
                            (("which", {"application": "grown", "param": "N=16"}), ("which", "grown", "--param", "N=16"))):
            with self.subTest(path=path):
                status, text = self.asked(path[0], **path[1])
                self.assertEqual((status, text), (200, said(*words)))
                document = json.loads(text)
                schema = document["schema"].replace("/", "-") + ".schema.json"
                jsonschema.Draft202012Validator(json.loads((SCHEMAS / schema).read_text(encoding="utf-8"))).validate(document)
        self.assertEqual(self.ask("/api/forecast?application=grown&param=N=16&threads=2"),
                         self.asked("forecast", application="grown", param="N=16", threads=2))
        ledger = self.kept()[0]
        self.assertEqual(self.ask("/api/ledger/" + ledger["hash"])[1],
                         self.tare("show", ledger["hash"], "--json", "-"))
        self.tare("pages", self.folder / "site")
        for name in ("index.html", "p/index.html", "p/rows-2.html", "p/trend.json", f"p/run-{ledger['hash'][:12]}.html"):
            self.assertEqual(self.ask(f"/{name}"), (200, (self.folder / "site" / name).read_text(encoding="utf-8")), name)
        self.assertEqual(self.ask("/")[1], self.ask("/index.html")[1])
        self.assertEqual(self.ask("/p/", "HEAD"), (200, ""))

    def test_what_is_asked_wrongly_is_refused(self):
        for path, status, words in (("/api/query", 400, "nothing is asked for"),
                                    ("/api/query?sql=SELECT+1", 400, "no parameter 'sql'"),
                                    ("/api/query?row=--sql&construct=SELECT", 400, "is no value of row"),
                                    ("/api/query?threads=many", 400, "--threads"),
                                    ("/api/trend", 400, "say of which application"),
                                    ("/api/model?application=none", 404, "no application"),
                                    ("/api/model?application=/etc", 404, "no application"),
                                    ("/api/model?application=p", 400, "too-few-points"),
                                    ("/api/ledger/ffffffff", 404, "no ledger"),
                                    ("/api/which?application=grown", 400, "size to compare"),
                                    ("/..%2f..%2fetc/passwd", 404, "nothing here"),
                                    ("/p/../../archive.db", 404, "nothing here"),
                                    ("/p/run-%00.html", 400, "UTF-8"),
                                    ("/none/index.html", 404, "nothing here"),
                                    ("/api/query?" + "&".join(f"param=a={k}" for k in range(100)), 400, "too many"),
                                    ("/" + "x" * 5000, 414, "too long")):
            with self.subTest(path=path[:60]):
                answer = self.ask(path)
                self.assertEqual(answer[0], status, answer[1])
                self.assertIn(words, json.loads(answer[1])["error"]["message"])
                self.assertNotIn(str(self.folder), answer[1])
        for method, path, status in (("DELETE", "/api/list", 405), ("POST", "/api/list", 405), ("GET", "/api/ledgers", 405)):
            self.assertEqual(self.ask(path, method)[0], status)
        self.assertEqual(self.ask("/api/list", Host="evil.example")[0], 421)

    def test_only_an_owner_uploads(self):
        before = self.kept()
        new = self.sample + "\n"
        for token, status in ((None, 401), ("x" * 30, 401), (self.mine[:-1], 401), (self.others, 403)):
            self.assertEqual(self.upload(new, token, application="p")[0], status, token)
        self.assertEqual(self.kept(), before)
        status, text = self.upload(new, self.mine, application="p", version="2", commit="abcd", date="2026-11-01")
        self.assertEqual(status, 201, text)
        self.assertEqual(self.upload(new, self.mine)[0], 200)
        (added,) = [each for each in self.kept() if each not in before]
        self.assertEqual((added["application"], added["version"], added["owner"]), ("p", "2", self.me))
        self.assertEqual(self.tare("show", added["hash"], "--json", "-"), new)
        status, text = self.upload(new + " ", self.others, application="theirs")
        self.assertEqual(status, 201, text)
        self.assertIn("theirs' belongs to", self.upload(new + "  ", self.mine, application="theirs")[1])
        count = len(self.kept())
        for body, status in (("nonsense", 400), ("{}", 400), ("", 400), ("\0", 400), (" " * (33 << 20), 413)):
            self.assertEqual(self.upload(body, self.mine)[0], status, body[:9])
        self.assertEqual(self.upload(new + "\t", self.mine, date="yesterday")[0], 400)
        self.tare("token", "forget", self.me)
        self.assertEqual(self.upload(new + "\t", self.mine)[0], 401)
        tokens = self.folder / "archive.db.tokens"
        self.assertNotIn(self.others, tokens.read_text(encoding="utf-8"))
        self.assertEqual(stat.S_IMODE(tokens.stat().st_mode), 0o600)
        tokens.chmod(0o644)
        self.assertEqual(self.upload(new + "\t", self.others)[0], 401)
        self.assertEqual(len(self.kept()), count)

    def test_where_it_does_not_listen(self):
        for address in ("0.0.0.0", "192.0.2.1", "::", "example.org"):
            said = self.tare("serve", "--listen", address, status=2)
            self.assertIn("a web server with TLS in front", said)
        self.assertIn("cannot listen", self.tare("serve", "--port", self.port, status=2))
        self.assertIn("no archive yet", subprocess.run(
            [TARE, "archive", "serve", "--archive", self.folder / "none.db"], capture_output=True, text=True).stderr)


class Private(Server):
    options = ("--private",)

    def test_reading_needs_a_token(self):
        self.assertEqual(self.ask("/")[0], 401)
        self.assertEqual(self.asked("list")[0], 401)
        self.assertEqual(self.ask("/", token=self.others)[0], 200)


def hostile_requests(chance, token, sample):
    """Requests of all sorts that no well-meaning client sends."""
    line = f"GET /api/list HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode()
    post = f"POST /api/ledgers HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n".encode()
    whole = line + b"\r\n"
    while True:
        mutated = bytearray(whole)
        for _ in range(chance.randrange(1, 9)):
            mutated[chance.randrange(len(mutated))] = chance.randrange(256)
        body = bytearray(sample.encode()[:chance.randrange(1, len(sample))])
        body[chance.randrange(len(body))] = chance.randrange(256)
        words = bytes(chance.randrange(1, 256) for _ in range(chance.randrange(1, 60)))
        yield chance.choice((
            bytes(mutated), chance.randbytes(chance.randrange(2000)), whole[:chance.randrange(len(whole))],
            line + b"X: " + b"y" * 60000 + b"\r\n\r\n", line + b"A: b\r\n" * 5000 + b"\r\n", b"G" * 100000,
            b"GET " + b"/" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
            line + b"Content-Length: 99999999999999999999\r\n\r\n", line + b"Content-Length: -1\r\n\r\n",
            line + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", line + b"Transfer-Encoding: chunked\r\n\r\nffffffffff\r\n",
            line + b"Range: bytes=" + b"0-0," * 1900 + b"\r\n\r\n", line + b"Host: localhost\r\n\r\n", whole * 50,
            line + b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00",
            b"GET /api/query?row=" + urllib.parse.quote_from_bytes(words).encode() + b" HTTP/1.1\r\nHost: [::1]\r\n\r\n",
            b"GET /" + urllib.parse.quote_from_bytes(words).encode() + b"/index.html HTTP/1.0\r\nHost: localhost\r\n\r\n",
            post + f"Content-Length: {len(body)}\r\n\r\n".encode() + bytes(body),
            post + f"Content-Length: {len(body) + 9}\r\n\r\n".encode() + bytes(body),
            post.replace(token.encode(), words.hex().encode()) + f"Content-Length: {len(sample)}\r\n\r\n{sample}".encode()))


class Hostile(Server):
    def check_unharmed(self, count):
        before, answer = self.kept(), self.asked("list")
        requests = hostile_requests(random.Random(count), self.mine, self.sample + "\n")
        with concurrent.futures.ThreadPoolExecutor(16) as clients:
            list(clients.map(lambda request: self.raw(request, more=False), (next(requests) for _ in range(count))))
        self.assertIsNone(self.server.poll())
        self.assertEqual(self.asked("list"), answer)
        self.assertEqual(self.kept(), before)

    def test_some_hostile_requests(self):
        self.check_unharmed(60)

    def test_a_thousand_hostile_requests(self):
        self.check_unharmed(1000)

    def test_slow_clients_keep_nobody_out(self):
        slow = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(50)]
        for connection in slow:
            connection.sendall(b"GET /api/list HTT")
        self.assertEqual(self.asked("list")[0], 200)
        for connection in slow:
            connection.settimeout(120)
            with connection:
                self.assertIn(b"408", connection.recv(64))


class Load(Server):
    def peak(self):
        (line,) = [each for each in pathlib.Path(f"/proc/{self.server.pid}/status").read_text().splitlines()
                   if each.startswith("VmHWM")]
        return int(line.split()[1])

    def test_ten_thousand_requests_take_no_more_memory_than_four_thousand(self):
        paths = ("/api/model?application=grown", "/api/forecast?application=grown&param=N=16", "/p/",
                 "/api/which?application=grown&param=N=16", "/api/trend?application=p", "/", "/p/rows-1.html",
                 *("/api/list", "/api/query?application=p&latest=1", "/api/query?application=grown&row=load+imbalance",
                   "/nothing") * 30)  # few that take long
        expected = {path: self.ask(path) for path in paths}
        failed, again = [], []

        def answered(path):
            """As a client that asks again when the server says that it, or the machine, is busy."""
            while (answer := self.ask(path))[0] in (408, 503):
                again.append(answer[0])
            return answer

        def client(count):
            for number in range(count):
                path = paths[number % len(paths)]
                try:
                    answer = answered(path)
                except (OSError, http.client.HTTPException) as error:
                    answer = (0, repr(error))
                if answer != expected[path]:
                    failed.append((path, answer[0], answer[1][:80]))

        def clients(requests):
            threads = [threading.Thread(target=client, args=(requests // 50,)) for _ in range(50)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        clients(4000)  # caches and heaps of the server's threads are full then
        before = self.peak()
        clients(6000)
        self.assertEqual(failed, [])
        print(f"peak memory: {before} KiB after 4,000 requests, {self.peak()} KiB after 10,000; "
              f"{len(again)} were asked again")
        self.assertLessEqual(self.peak(), 1.1 * before)

    def test_a_kill_loses_nothing_and_lets_nothing_in(self):
        chance, known, number, lock = random.Random(5), set(), [0], threading.Lock()
        allowed = {each["hash"] for each in self.kept()}

        def uploads(token):
            while True:
                with lock:
                    number[0] += 1
                    text = self.sample + " " * number[0] + "\n"
                try:
                    status, answer = self.upload(text, token, application="up")
                except (OSError, http.client.HTTPException):
                    return
                if token == self.mine and status == 201:
                    known.add(json.loads(answer)["ledger"])
                if token != self.mine and status != 401:
                    known.add("let in")
        for _ in range(12):
            clients = [threading.Thread(target=uploads, args=(token,)) for token in (self.mine, self.mine, "tare-" + "0" * 64)]
            for client in clients:
                client.start()
            clients[0].join(timeout=chance.uniform(0.05, 1.0))
            self.stop(signal.SIGKILL)
            for client in clients:
                client.join()
            self.start()
        self.assertNotIn("let in", known)
        kept = self.kept()
        self.assertLessEqual(known, {each["id"] for each in kept})
        self.assertGreater(len(known), 0)
        new = [each for each in kept if each["hash"] not in allowed]
        self.assertEqual({(each["application"], each["owner"]) for each in new}, {("up", self.me)})
        for each in new:
            self.assertEqual(self.tare("show", each["hash"], "--json", "-").rstrip(), self.sample.rstrip())
        with sqlite3.connect(self.archive) as database:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            self.assertEqual(database.execute("PRAGMA foreign_key_check").fetchall(), [])


def main():
    said = subprocess.run([TARE, "archive", "serve", "--archive", "/nonexistent.db"], capture_output=True, text=True).stderr
    if "built without cpp-httplib" in said:
        print("skipped: " + said)
        return 77
    unittest.main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
