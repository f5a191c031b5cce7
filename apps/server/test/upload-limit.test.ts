import { beforeAll, describe, expect, test } from "vitest";
import { documentsPath } from "./harness/api.ts";
import { BOUNDARY, FORM_END, formPart, rawHead, sendRaw, transferChunk } from "./harness/raw-http.ts";
import { useServer } from "./harness/test-server.ts";

const server = useServer({ SERVICE_MAX_UPLOAD_SIZE_MB: "1" });

const MEGABYTE = 1_048_576;
const FORM = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
/** Text in lines, as a real file has. */
const text = (bytes: number): string =>
  "A line of fifty characters, with its newline at 50\n".repeat(bytes / 51 + 1).slice(0, bytes);

beforeAll(async () => {
  await server.api.createCollection("small");
});

const nothingIsKept = async () => {
  expect(await server.api.documents("small")).toEqual([]);
  expect(await server.current.folder.storedFiles()).toEqual([]);
  expect(await server.current.folder.incomingFiles()).toEqual([]);
};

describe("a file over the limit", () => {
  test("by one byte returns 413, and the error names the limit", async () => {
    const answer = await server.api.tryUpload({ collection: "small", filename: "a.txt", bytes: text(MEGABYTE + 1) });
    expect(answer).toMatchObject({
      status: 413,
      body: { detail: expect.stringMatching(/^file: .*1 MB/) },
    });
    await nothingIsKept();
  });

  test("by its declared length returns 413, without a connection reset", async () => {
    const body = formPart("file", text(40 * MEGABYTE), "a.txt") + FORM_END;
    const head = rawHead("POST", documentsPath("small"), { ...FORM, "Content-Length": String(body.length) });
    const answer = await sendRaw(server.api.address, [head, body]);
    expect(answer).toMatchObject({ status: 413, error: undefined, isSent: true });
    expect(answer.text).toMatch(/\{"detail":"file: .*1 MB/);
    await nothingIsKept();
  });

  test("detected during a stream returns 413 without a connection reset", async () => {
    const parts = function* () {
      yield rawHead("POST", documentsPath("small"), { ...FORM, "Transfer-Encoding": "chunked" });
      const [start] = formPart("file", "", "a.txt").split(/(?<=\r\n\r\n)/);
      yield transferChunk(start!);
      const megabyte = transferChunk(text(MEGABYTE));
      for (let index = 0; index < 40; index++) yield megabyte;
      yield transferChunk(`\r\n${FORM_END}`);
      yield "0\r\n\r\n";
    };
    const answer = await sendRaw(server.api.address, parts());
    expect(answer).toMatchObject({ status: 413, error: undefined, isSent: true });
    expect(answer.text).toMatch(/\{"detail":"file: .*1 MB/);
    await nothingIsKept();
  });

  test("followed by metadata returns 413", async () => {
    const form = new FormData();
    form.append("file", new Blob([text(2 * MEGABYTE)]), "a.txt");
    form.append("metadata", "{}");
    expect((await server.api.call("POST", documentsPath("small"), { body: form })).status).toBe(413);
    await nothingIsKept();
  });
});

test("a file of exactly the limit is accepted", async () => {
  await server.api.createCollection("exact");
  const document = await server.api.ingest({ collection: "exact", filename: "a.txt", bytes: text(MEGABYTE) });
  expect(document).toMatchObject({ status: "ready", file_size: MEGABYTE });
});
