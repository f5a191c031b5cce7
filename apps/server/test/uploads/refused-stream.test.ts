import { expect, test } from "vitest";
import { rawHead, sendRaw } from "../harness/raw-http.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";

const server = useSharedServer();

/** More than the buffers in transit contain. */
const CHUNKS = 512;

/** Encodes a message of a Connect stream in JSON, as a chunk of HTTP/1.1. */
const message = (value: unknown): Buffer => {
  const json = Buffer.from(JSON.stringify(value));
  const frame = Buffer.concat([Buffer.alloc(5), json]);
  frame.writeUInt32BE(json.byteLength, 1);
  return Buffer.concat([Buffer.from(`${frame.byteLength.toString(16)}\r\n`), frame, Buffer.from("\r\n")]);
};

const refusedUpload = [
  rawHead("POST", "/quarry.v1.DocumentService/UploadDocument", {
    "Content-Type": "application/connect+json",
    "Connect-Protocol-Version": "1",
    "Transfer-Encoding": "chunked",
  }),
  message({ header: { collectionName: "unheard_of" } }),
  message({ file: { filename: "a.txt" } }),
];

const CHUNK = message({ chunk: Buffer.alloc(65_536, "x").toString("base64") });

// Regression: a Connect stream over HTTP/1.1 that was answered before its end was read no further, and its sender
// waited forever. The memory reserved for the received data stayed reserved, until no upload was read at all.
test("an upload by Connect over HTTP/1.1 that is rejected at its beginning is read to its end", async () => {
  const parts = [...refusedUpload, ...Array.from({ length: CHUNKS }, () => CHUNK), "0\r\n\r\n"];
  const answer = await sendRaw(server.api.address, parts, { end: true });
  expect(answer).toMatchObject({ status: 200, isSent: true, error: undefined });
  expect(answer.text).toContain('"code":"not_found"');
});

/** Chunks of 1 GiB in total, four times what the service reads of a refused body. */
const MANY_CHUNKS = 2 ** 30 / CHUNK.byteLength;

// Regression: the service read the body of a refused upload as long as its sender sent data.
test("a sender that doesn't end a rejected upload gets the response and is disconnected", async () => {
  let sent = 0;
  const parts = function* () {
    yield* refusedUpload;
    for (; sent < MANY_CHUNKS; sent++) yield CHUNK;
  };
  const answer = await sendRaw(server.api.address, parts());
  expect(answer.status).toBe(200);
  expect(sent).toBeLessThan(MANY_CHUNKS);
  expect(answer.text).toContain('"code":"not_found"');
});
