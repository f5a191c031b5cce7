"""Failures of a live service, and those of the way to it."""

import itertools
import os
import socket
import time

import httpx

import quarry_client as q
import ways

NUMBERS = itertools.count()
LARGE_BYTES = 16 * 1024 * 1024
"""More than what is on its way in buffers: the client is still sending when the service has refused it."""


class Refusing:
    def setUp(self):
        self.name = f"failures_{os.getpid()}_{next(NUMBERS)}"
        self.result(self.client().collections.create(name=self.name))
        # A text of its own for each test: a vector that is in the cache isn't waited for.
        self.text = f"The tide turns at noon, says {self.name}.".encode()

    def refused(self, kind, method, *given, **named):
        with self.assertRaises(kind) as caught:
            self.result(method(*given, **named))
        return caught.exception


class Failures(Refusing):
    def test_refusals_are_errors_of_their_status(self):
        client = self.client()
        taken = self.refused(q.ConflictError, client.collections.create, name=self.name)
        self.assertEqual((taken.status_code, taken.code), (409, "already_exists"))
        self.assertIn(self.name, taken.detail)
        self.assertIn(taken.request_id, str(taken))
        self.refused(q.NotFoundError, client.collections.get, "unheard_of")
        wrong = self.refused(q.BadRequestError, client.queries.query, self.name, query="a", filters={"$near": 1})
        self.assertRegex(wrong.detail, r"^filters\.\$near: unknown operator")
        key = self.refused(q.AuthenticationError, self.client(api_key="wrong").collections.get, self.name)
        self.assertRegex(key.detail, "^Authorization: must be 'Bearer <API secret>'")
        made = self.result(client.keys.create(name=self.name, scope="read"))
        reader = self.client(api_key=made.key)
        self.refused(q.PermissionDeniedError, reader.collections.delete, self.name)
        self.assertEqual(len(self.way.requests), 1)

    def test_an_upload_that_is_refused_midway(self):
        for source in (b"a line\n" * (LARGE_BYTES // 7), self.pieces(*[b"a line\n" * 9_362] * 256)):
            refusal = self.refused(q.TooLargeError, self.client().documents.upload, self.name, ("large.txt", source))
            self.assertRegex(refusal.detail, "^file: .*1 MB")
            self.assertTrue(refusal.request_id)
        large = ("program.exe", bytes(1_000_000))
        wrong = self.refused(q.BadRequestError, self.client().documents.upload, self.name, large)
        self.assertRegex(wrong.detail, r"^file: must be one of \.pdf,")
        self.assertEqual(self.listed(self.client().documents.list(self.name)), [])

    def test_retry_after_is_waited_for(self):
        client = self.client(ways.refusal(429, **{"retry-after": "1"}))
        began = time.monotonic()
        self.result(client.documents.batch_delete(self.name, document_ids=["00000000-0000-4000-8000-000000000000"]))
        self.assertGreaterEqual(time.monotonic() - began, 1)
        self.assertEqual(len(self.way.requests), 2)
        later = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 2))
        client = self.client(ways.refusal(503, **{"retry-after": later}))
        began = time.monotonic()
        self.result(client.collections.get(self.name))
        self.assertGreaterEqual(time.monotonic() - began, 1)
        busy = [ways.refusal(429, **{"retry-after": "0"})] * 3
        refusal = self.refused(q.RateLimitError, self.client(*busy).collections.get, self.name)
        self.assertEqual((refusal.detail, len(self.way.requests)), ("busy", 3))

    def test_a_repeated_creation_is_carried_out_once(self):
        client = self.client(ways.replaced, ways.lost)
        document = self.result(client.documents.upload(self.name, ("a.txt", self.text)))
        keys = {request.headers["idempotency-key"] for request in self.way.requests}
        self.assertEqual((len(self.way.requests), len(keys)), (3, 1))
        self.assertEqual([each.id for each in self.listed(client.documents.list(self.name))], [document.id])
        client = self.client(ways.lost)
        other = self.result(self.raw(client.collections.create)(name=f"{self.name}_other", idempotency_key=self.name))
        self.assertEqual(other.headers["idempotency-replayed"], "true")
        self.assertEqual([each.headers["idempotency-key"] for each in self.way.requests], [self.name] * 2)

    def test_no_work_is_done_twice(self):
        for fate, kind in ((ways.lost, q.APIConnectionError), (ways.replaced, q.InternalServerError)):
            self.refused(kind, self.client(fate).documents.batch_delete, self.name, document_ids=["a"])
            self.assertEqual(len(self.way.requests), 1)
        pieces = ("a.txt", self.pieces(b"can be ", b"sent once"))
        self.refused(q.APIConnectionError, self.client(ways.lost).documents.upload, self.name, pieces)
        self.assertEqual(len(self.way.requests), 1)
        self.refused(q.APIConnectionError, self.client(ways.lost, max_retries=0).collections.get, self.name)
        self.refused(q.APIConnectionError, self.client(ways.lost).collections.get, self.name, max_retries=0)
        self.assertEqual(len(self.way.requests), 1)
        with self.assertRaisesRegex(ValueError, "max_retries: must be an integer of at least 0, got -1"):
            self.client(max_retries=-1)

    def test_a_service_that_is_away_or_silent(self):
        away = self.refused(q.APIConnectionError, self.client(base_url="http://127.0.0.1:1").platform.get_health)
        self.assertNotIsInstance(away, q.APITimeoutError)
        self.assertEqual(len(self.way.requests), 3)
        with socket.create_server(("127.0.0.1", 0)) as silent:
            client = self.client(base_url=f"http://127.0.0.1:{silent.getsockname()[1]}", max_retries=0)
            self.refused(q.APITimeoutError, client.platform.get_health, timeout=0.2)

    def test_an_answer_that_is_no_json(self):
        client = self.client(lambda response: httpx.Response(200, text="<html>") if response else None)
        self.refused(q.QuarryError, client.collections.get, self.name)

    def test_a_download_that_breaks_off(self):
        document = self.result(self.client().documents.create(self.name, text="A text."))
        file = self.result(self.client(ways.cut).documents.download_file(self.name, document.id))
        self.refused(q.APIConnectionError, file.read)


class Waiting(Refusing):
    """Of documents that aren't ready before the test lets them."""

    def setUp(self):
        super().setUp()
        ways.GATE.write_text("0")
        self.addCleanup(lambda: ways.GATE.unlink(missing_ok=True))

    def test_a_wait_ends_in_time(self):
        client = self.client()
        document = self.result(client.documents.upload(self.name, ("held.txt", self.text)))
        self.refused(q.WaitTimeoutError, client.documents.wait, self.name, document.id, timeout=0.5)
        ways.GATE.unlink()
        self.assertEqual(self.result(client.documents.wait(self.name, document.id, timeout=60)).status, "ready")

    def test_progress_that_breaks_off_is_followed_again(self):
        # The document is read, then the stream is opened: its first event comes, then nothing more.
        client = self.client(None, None, ways.cut)
        document = self.result(client.documents.upload(self.name, ("held.txt", self.text)))
        steps = []

        def told(step):
            steps.append(step)
            if len([each for each in self.way.requests if each.url.path.endswith("/progress")]) > 1:
                ways.GATE.unlink(missing_ok=True)

        ready = self.result(client.documents.wait(self.name, document.id, timeout=60, on_step=told))
        self.assertEqual((ready.status, steps[-1].step), ("ready", "complete"))

    def test_a_document_that_fails(self):
        broken = self.result(self.client().documents.upload(self.name, ("broken.pdf", b"no PDF at all")))
        failure = self.refused(q.DocumentFailedError, self.client().documents.wait, self.name, broken.id, timeout=60)
        self.assertEqual(failure.document_id, broken.id)
        self.assertIn("not a PDF", str(failure))


ways.both(Failures, globals())
ways.both(Waiting, globals())
