"""Tests of the client on a live service."""

import io
import itertools
import logging
import os
import tempfile
import threading
import time
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer

import quarry_client as q
import ways

NUMBERS = itertools.count()


class Work:
    def setUp(self):
        self.name = f"work_{os.getpid()}_{next(NUMBERS)}"
        self.service = self.client()
        self.result(self.service.collections.create(name=self.name))

    def ingested(self, file, **given):
        document = self.result(self.service.documents.upload(self.name, file, **given))
        return self.result(self.service.documents.wait(self.name, document.id, timeout=60))

    def test_uploads_are_followed_and_found(self):
        text = b"Herons stand still in shallow water.\n" * 4_000
        sent, steps = [], []
        upload = self.service.documents.upload(
            self.name, ("herons.txt", text), metadata={"year": 2026}, on_progress=lambda *told: sent.append(told)
        )
        document = self.result(upload)
        self.assertEqual((sent[0], sent[-1]), ((0, len(text)), (len(text), len(text))))
        self.assertGreater(len(sent), 2)
        self.assertIsNotNone(document.created_at.tzinfo)
        wait = self.service.documents.wait(self.name, document.id, timeout=60, on_step=lambda step: steps.append(step))
        ready = self.result(wait)
        self.assertEqual((ready.status, ready.metadata), ("ready", {"year": 2026}))
        self.assertGreater(ready.chunk_count, 0)
        events = self.listed(self.service.documents.watch_progress(self.name, document.id))
        self.assertEqual((events[-1].step, events[-1].progress), ("complete", 100))
        filters = {"year": {"$gte": 2026}}
        query = self.service.queries.query(self.name, query="still herons", search_mode="keyword", filters=filters)
        found = self.result(query)
        self.assertEqual(found.results[0].document_id, document.id)
        self.assertEqual(found.to_dict()["results"][0]["metadata"]["year"], 2026)

    def test_files_of_every_kind(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'a "quoted" ü.txt')
            with open(path, "wb") as file:
                file.write(b"By its path.")
            with open(path, "rb") as file:
                file.read(3)
                uploads = [path, file, ("bytes.txt", b"Bytes."), ("stream.txt", io.BytesIO(b"A stream."), "text/plain")]
                uploads.append(("pieces.txt", self.pieces(b"King", b"fishers.")))
                documents = [self.result(self.service.documents.upload(self.name, each)) for each in uploads]
        self.assertEqual(documents[0].filename, 'a "quoted" ü.txt')
        contents = []
        for document in documents:
            file = self.result(self.service.documents.download_file(self.name, document.id))
            contents.append((file.filename, self.result(file.read())))
        self.assertEqual([each for _, each in contents], [b"By its path.", b"its path.", b"Bytes.", b"A stream.", b"Kingfishers."])
        self.assertEqual(contents[0][0], 'a "quoted" ü.txt')
        batch = self.result(self.service.documents.batch_upload(self.name, [("a.txt", b"One."), ("b.exe", b"Two.")]))
        self.assertEqual((batch.total, batch.errors[0].filename), (1, "b.exe"))

    def test_a_part_of_a_file(self):
        document = self.ingested(("herons.txt", b"Herons stand still."))
        part = self.result(self.service.documents.download_file(self.name, document.id, range="bytes=0-5"))
        self.assertEqual((part.status_code, part.filename, self.result(part.read())), (206, "herons.txt", b"Herons"))
        etag = part.headers["etag"]
        same = self.result(self.service.documents.download_file(self.name, document.id, if_none_match=etag))
        self.assertEqual((same.status_code, self.result(same.read())), (304, b""))

    def test_lists_go_over_all_pages(self):
        for number in range(5):
            self.result(self.service.documents.create(self.name, text=f"Text {number}.", filename=f"{number}.txt"))
        names = [f"{number}.txt" for number in range(5)]
        for sort in ({}, {"sort": "filename"}):
            documents = self.listed(self.service.documents.list(self.name, limit=2, **sort))
            self.assertEqual([each.filename for each in documents], names)
        page = self.result(self.service.documents.list(self.name, limit=2))
        self.assertEqual(([each.filename for each in page.items], page.answer.total), (names[:2], 5))
        following = self.result(page.get_next_page())
        self.assertEqual([each.filename for each in following.items], names[2:4])
        pages = self.listed(page.pages())
        self.assertEqual([len(each.items) for each in pages], [2, 2, 1])
        with self.assertRaisesRegex(q.QuarryError, "there is no next page"):
            self.result(pages[-1].get_next_page())
        self.assertEqual(self.listed(self.service.documents.list(self.name, filename="none")), [])
        entries = [{"id": f"e{number}", "embedding": [1.0] * 256} for number in range(3)]
        self.result(self.service.vectors.upsert(self.name, vectors=entries))
        vectors = self.listed(self.service.vectors.list(self.name, limit=1))
        self.assertEqual([each.id for each in vectors], ["e0", "e1", "e2"])

    def test_null_is_not_the_same_as_left_out(self):
        self.assertEqual(self.result(self.service.collections.update(self.name, default_min_score=0.5)).default_min_score, 0.5)
        self.assertEqual(self.result(self.service.collections.update(self.name)).default_min_score, 0.5)
        self.assertIsNone(self.result(self.service.collections.update(self.name, default_min_score=None)).default_min_score)
        document = self.ingested(("a.txt", b"A."))
        expires = datetime(2099, 1, 1, tzinfo=timezone.utc)
        self.result(self.service.documents.patch(self.name, document.id, expires_at=expires))
        changed = self.result(self.service.documents.get(self.name, document.id))
        self.assertEqual((changed.expires_at, changed.to_dict()["expires_at"]), (expires, "2099-01-01T00:00:00.000Z"))

    def test_raw_responses(self):
        document = self.ingested(("a.txt", b"A."))
        raw = self.result(self.raw(self.service.documents.get)(self.name, document.id))
        self.assertEqual((raw.status_code, raw.parsed.id), (200, document.id))
        self.assertTrue(raw.request_id)
        self.assertEqual(raw.headers["content-type"], "application/json")
        listed = self.result(self.raw(self.service.documents.list)(self.name))
        self.assertEqual((listed.status_code, listed.parsed.items[0].id), (200, document.id))

    def test_ids_that_look_like_paths(self):
        document = self.result(self.service.documents.create(self.name, text="A.", external_id="a/../b?c#ü %2f"))
        found = self.result(self.service.documents.get_by_external_id(self.name, "a/../b?c#ü %2f"))
        self.assertEqual(found.id, document.id)
        with self.assertRaisesRegex(ValueError, "name: must not be '..'"):
            self.result(self.service.collections.get(".."))

    def test_webhooks_as_the_service_sends_them(self):
        received = []

        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                received.append((body, dict(self.headers)))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        with HTTPServer(("127.0.0.1", 0), Receiver) as server:
            threading.Thread(target=server.serve_forever).start()
            self.addCleanup(server.shutdown)
            url = f"http://127.0.0.1:{server.server_port}/hook"
            webhook = self.result(self.service.webhooks.create(url=url, events=["document.ready"], collections=[self.name]))
            self.result(self.service.webhooks.test(webhook.id))
            document = self.ingested(("a.txt", b"A."))
            deadline = time.monotonic() + 30
            while len(received) < 2 and time.monotonic() < deadline:
                time.sleep(0.05)
            self.result(self.service.webhooks.delete(webhook.id))
            server.shutdown()
        events = [q.unwrap_webhook(*each, webhook.secret) for each in received]
        self.assertIn(("document.ready", document.id), [(each["event"], each.get("document_id")) for each in events])
        body, headers = received[0]
        signature = {name.lower(): value for name, value in headers.items()}["x-service-signature"]
        self.assertTrue(q.verify_webhook(body, signature, webhook.secret))
        self.assertFalse(q.verify_webhook(body + b" ", signature, webhook.secret))
        self.assertFalse(q.verify_webhook(body, None, webhook.secret))
        old = {**headers, **{name: "1" for name in headers if name.lower() == "webhook-timestamp"}}
        for changed in ((body + b" ", headers, webhook.secret), (body, headers, "whsec_AAAA"), (body, old, webhook.secret),
                        (body, {}, webhook.secret), (body, headers, "")):
            with self.assertRaises(q.WebhookVerificationError):
                q.unwrap_webhook(*changed)

    def test_the_log_has_no_keys(self):
        stream = io.StringIO()
        logger = logging.getLogger("quarry_client")
        handler, level = logging.StreamHandler(stream), logger.level
        logger.addHandler(handler)
        logger.setLevel(logging.DEBUG)
        try:
            with self.assertRaises(q.AuthenticationError):
                self.result(self.service.with_options(api_key="wrong-key").collections.get(self.name))
            self.result(self.service.collections.get(self.name))
        finally:
            logger.removeHandler(handler)
            logger.setLevel(level)
        self.assertIn("<redacted>", stream.getvalue())
        for secret in ("wrong-key", os.environ["QUARRY_API_KEY"]):
            self.assertNotIn(secret, stream.getvalue())
        self.assertNotIn(os.environ["QUARRY_API_KEY"], repr(self.service._settings))


ways.both(Work, globals())
