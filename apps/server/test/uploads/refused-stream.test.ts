import { expect, test } from "vitest";
import { rawHead, sendRaw } from "../harness/raw-http.ts";
import { useServer } from "../harness/test-server.ts";

const server = useServer();

/** More than what is on its way in buffers. */
const CHUNKS = 512;

/** A message of a Connect stream in JSON, as a chunk of HTTP/1.1. */
const message = (value: unknown): Buffer => {
  const json = Buffer.from(JSON.stringify(value));
  const frame = Buffer.concat([Buffer.alloc(5), json]);
  frame.writeUInt32BE(json.byteLength, 1);
  return Buffer.concat([Buffer.from(`${frame.byteLength.toString(16)}\r\n`), frame, Buffer.from("\r\n")]);
};

// Regression: a stream of Connect over HTTP/1.1 that was answered before its end was read no further, and its sender waited
// forever; the memory reserved for what had arrived stayed reserved, until no upload was read at all.
test("an upload by Connect over HTTP/1.1 that is refused at its beginning is read to its end", async () => {
  const bytes = Buffer.alloc(65_536, "x").toString("base64");
  const parts = [
    rawHead("POST", "/quarry.v1.DocumentService/UploadDocument", {
      "Content-Type": "application/connect+json",
      "Connect-Protocol-Version": "1",
      "Transfer-Encoding": "chunked",
    }),
    message({ header: { collectionName: "unheard_of" } }),
    message({ file: { filename: "a.txt" } }),
    ...Array.from({ length: CHUNKS }, () => message({ chunk: bytes })),
    "0\r\n\r\n",
  ];
  const answer = await sendRaw(server.api.address, parts, { end: true });
  expect(answer).toMatchObject({ status: 200, isSent: true, error: undefined });
  expect(answer.text).toContain('"code":"not_found"');
});
