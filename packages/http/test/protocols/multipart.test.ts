import { request as httpRequest } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { beforeEach, describe, expect, test } from "vitest";
import { ADMIN, call, RawConnection, type RunningServer, startServer, until } from "./support/running-server.ts";

let server: RunningServer;
let upload: string;
beforeEach(async () => {
  server = await startServer();
  upload = `${server.url}/v1/collections/docs/documents`;
});

async function post(url: string, form: FormData) {
  const response = await fetch(url, { method: "POST", headers: ADMIN, body: form });
  return [response.status, await response.text()] as const;
}

function formOf(...parts: readonly [name: string, value: string | Blob, filename?: string][]): FormData {
  const form = new FormData();
  for (const [name, value, filename] of parts) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, filename);
  }
  return form;
}

const text = (content: string) => new Blob([content], { type: "text/plain" });

/** Sends a hand-written form. */
const raw = (body: string | Buffer, contentType = "multipart/form-data; boundary=b") =>
  call(upload, "POST", body, { ...ADMIN, "content-type": contentType });

const FILE_PART = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nhello\r\n`;

describe("a form becomes the messages of an upload", () => {
  test("with metadata before the file", async () => {
    const [status, body] = await post(
      upload,
      formOf(["metadata", `{"a":{"__proto__":1}}`], ["file", text("hello"), "ä b.txt"]),
    );
    expect([status, JSON.parse(body)]).toMatchObject([201, { file_size: 5, status: "pending", error_message: null }]);
    expect(server.service.uploads).toEqual([
      {
        steps: ["header docs", `metadata {"a":{"__proto__":1}}`, "file ä b.txt text/plain"],
        bytes: 5,
        failure: undefined,
      },
    ]);
  });

  test("with metadata after the file, without unknown parts", async () => {
    const form = formOf(
      ["x", "1"],
      ["y", text("skipped"), "y"],
      ["file", text("hello"), "a.txt"],
      ["metadata", `{"a":1}`],
    );
    expect((await post(upload, form))[0]).toBe(201);
    expect(server.service.uploads[0]?.steps).toEqual(["header docs", "file a.txt text/plain", `metadata {"a":1}`]);
    expect(server.service.uploads[0]?.bytes).toBe(5);
  });

  test("with an empty file", async () => {
    expect((await post(upload, formOf(["file", text(""), "a.txt"])))[0]).toBe(201);
    expect(server.service.uploads[0]).toMatchObject({ bytes: 0, failure: undefined });
  });

  test("with the files of a batch in their order", async () => {
    const form = formOf(["files", text("a"), "a.txt"], ["metadata", "{}"], ["files", text("b"), "b.txt"]);
    const [status, body] = await post(`${upload}/batch/upload`, form);
    expect([status, body]).toEqual([
      201,
      `{"documents":[],"errors":[{"filename":"file a.txt text/plain","error":"no"},{"filename":"file b.txt text/plain","error":"no"}],"total":0}`,
    ]);
  });
});

describe("an invalid form returns 400, and its handler gets the error", () => {
  const hello = ["file", text("hello"), "a.txt"] as const;
  const forms: readonly [name: string, form: FormData, detail: string][] = [
    ["no file", formOf(["metadata", "{}"]), "file: is required, as a file of the form, got none"],
    ["two files", formOf([...hello], [...hello]), "file: must be one file, got more"],
    ["a file that is text", formOf(["file", "hello"]), "file: must be a file with a file name, got a text field"],
    [
      "a file without a name",
      formOf(["file", text("x"), ""]),
      "file: must be a file with a file name, got a text field",
    ],
    [
      "bytes without a name",
      formOf(["file", new Blob(["x"]), ""]),
      "file: must be a file with a file name, got a part without one",
    ],
    [
      "metadata that is a file",
      formOf([...hello], ["metadata", text("{}"), "m.json"]),
      "metadata: must be a text field, got a file",
    ],
    [
      "metadata twice",
      formOf(["metadata", "{}"], ["metadata", "{}"], [...hello]),
      "metadata: must be given once, got it several times",
    ],
    [
      "metadata of 0 bytes",
      formOf([...hello], ["metadata", ""]),
      'metadata: must be a string that holds a JSON object, got "" (it ends too early, at position 0)',
    ],
    [
      "metadata that is no JSON",
      formOf([...hello], ["metadata", "{a"]),
      'metadata: must be a string that holds a JSON object, got "{a" (unexpected text at position 1)',
    ],
    [
      "metadata that is no object",
      formOf([...hello], ["metadata", "[1]"]),
      "metadata: must be an object, got an array",
    ],
    [
      "metadata with 1e999",
      formOf(["metadata", `{"x":1e999}`], [...hello]),
      "metadata.x: must be a number that a double can hold",
    ],
    [
      "metadata over 1 MiB",
      formOf(["metadata", `{"x":"${"y".repeat(1_100_000)}"}`], [...hello]),
      "metadata: must be at most 1048576 bytes, got more",
    ],
  ];
  test.each(forms)("%s", async (_name, form, detail) => {
    expect(await post(upload, form)).toEqual([400, JSON.stringify({ detail, code: "invalid_argument" })]);
    expect(server.service.uploads[0]?.failure).toMatchObject({ message: detail });
  });

  test("a body of another media type never reaches the handler", async () => {
    const detail = (got: string) =>
      JSON.stringify({
        detail: `Content-Type: must be multipart/form-data with a boundary, got ${got}`,
        code: "invalid_argument",
      });
    expect(await raw("a=1", "application/x-www-form-urlencoded")).toEqual([
      400,
      detail(`"application/x-www-form-urlencoded"`),
    ]);
    expect(await raw("{}", "text/json")).toEqual([400, detail(`"text/json"`)]);
    expect(await raw(FILE_PART, "multipart/form-data")).toEqual([400, detail(`"multipart/form-data"`)]);
    expect(await raw(FILE_PART, "multipart/form-database; boundary=b")).toEqual([
      400,
      detail(`"multipart/form-database; boundary=b"`),
    ]);
    expect(await call(upload, "POST", new Uint8Array(3), ADMIN)).toEqual([400, detail("no such header")]);
    expect(server.service.uploads).toEqual([]);
  });

  test("a form that ends too early", async () => {
    const broken = [400, expect.stringContaining(`{"detail":"The multipart/form-data body is broken: `)];
    expect(await raw(FILE_PART)).toEqual(broken);
    expect(await raw(FILE_PART.slice(0, -4))).toEqual(broken);
    expect(await raw(`${FILE_PART}--b\r\ncontent-dispo`)).toEqual(broken);
    expect(await raw("--b\r\n")).toEqual(broken);
    expect(server.service.uploads.every((seen) => seen.failure !== undefined)).toBe(true);
    expect((await raw(`${FILE_PART}--b--\r\n`))[0]).toBe(201);
  });

  test("more files than a batch allows", async () => {
    const files = Array.from({ length: 101 }, (_, index) => ["files", text("x"), `${index}.txt`] as const);
    expect(
      await post(`${upload}/batch/upload`, formOf(...files.map((part): [string, Blob, string] => [...part]))),
    ).toEqual([400, `{"detail":"files: must be at most 100 files, got more","code":"invalid_argument"}`]);
  });

  test("a sender that disconnects midway fails the upload", async () => {
    const connection = new RawConnection(server.port);
    connection.send(
      `POST /v1/collections/docs/documents HTTP/1.1\r\nhost: x\r\nauthorization: Bearer s3cret-admin\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n${FILE_PART}`,
    );
    await until(() => server.service.uploads.length === 1);
    connection.socket.destroy();
    await until(() => server.service.uploads[0]?.failure !== undefined);
    expect(server.errors).toEqual([]);
  });
});

describe("size limits", () => {
  test("a declared length over the limit is rejected before the body is read", async () => {
    const connection = new RawConnection(server.port);
    connection.send(
      `POST /v1/collections/docs/documents HTTP/1.1\r\nhost: x\r\nauthorization: Bearer s3cret-admin\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000000\r\nexpect: 100-continue\r\n\r\n`,
    );
    await connection.closed;
    expect(connection.received).toMatch(/^HTTP\/1.1 413 /);
    expect(connection.received).not.toContain("100 Continue");
    expect(connection.received).toContain(
      `{"detail":"file: must be at most 1 MB, got a larger upload","code":"too_large"}`,
    );
    expect(server.service.uploads).toEqual([]);
  });

  test("a sender that expects 100-continue receives it", async () => {
    const body = `${FILE_PART}--b--\r\n`;
    const connection = new RawConnection(server.port);
    connection.send(
      `POST /v1/collections/docs/documents HTTP/1.1\r\nhost: x\r\nauthorization: Bearer s3cret-admin\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
    );
    await connection.until("100 Continue");
    connection.send(body);
    await connection.until("201 Created");
  });

  test("a form over the limit midway gets its response, even if the sender reads only after sending all", async () => {
    server.service.maxUploadBytes = 500_000;
    const connection = new RawConnection(server.port);
    connection.socket.pause();
    connection.send(
      `POST /v1/collections/docs/documents HTTP/1.1\r\nhost: x\r\nauthorization: Bearer s3cret-admin\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const sendChunk = (data: Buffer) => {
      connection.send(Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from("\r\n")]));
    };
    sendChunk(Buffer.from(FILE_PART.slice(0, -2)));
    for (let index = 0; index < 32; index++) sendChunk(Buffer.alloc(1_048_576));
    connection.send("0\r\n\r\n");
    await until(() => connection.socket.writableLength === 0);
    expect(connection.received).toBe("");
    connection.socket.resume();
    await connection.closed;
    expect(connection.received).toMatch(/^HTTP\/1.1 413 /);
    expect(connection.received).toMatch(
      /\r\n\r\n\{"detail":"file: must be at most 500000 bytes","code":"too_large"\}$/,
    );
  });

  test.each([
    ["in the middle", "docs", 413],
    ["before its parts are read", "missing", 404],
  ])(
    "a short form that is rejected %s is read to its end, and the next request gets its response",
    async (_, name, status) => {
      server.service.maxUploadBytes = 10_000;
      const form = [FILE_PART.slice(0, -2), "x".repeat(900_000), "\r\n--b--\r\n"].join("");
      const connection = new RawConnection(server.port);
      connection.send(
        `POST /v1/collections/${name}/documents HTTP/1.1\r\nhost: x\r\nauthorization: Bearer s3cret-admin\r\n` +
          `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${form.length}\r\n\r\n${form}`,
      );
      connection.send("GET /v1/nowhere HTTP/1.1\r\nhost: x\r\n\r\n");
      await until(() => connection.received.split("HTTP/1.1 ").length === 3);
      expect(connection.received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      connection.socket.destroy();
    },
  );

  test("a form over the limit midway is rejected over HTTP/2", async () => {
    server.service.maxUploadBytes = 500_000;
    const session = connectHttp2(server.url);
    const path = "/v1/collections/docs/documents";
    const headers = { ":method": "POST", ":path": path, ...ADMIN, "content-type": "multipart/form-data; boundary=b" };
    const stream = session.request(headers);
    stream.on("error", () => undefined);
    const status = new Promise((resolve) => stream.once("response", (answer) => resolve(answer[":status"])));
    let body = "";
    stream.on("data", (chunk: Buffer) => (body += chunk.toString()));
    stream.write(FILE_PART.slice(0, -2));
    // Node's client queues at most 10 MB. A stream that is never ended stays open on this side.
    for (let index = 0; index < 4; index++) stream.write(Buffer.alloc(1_048_576));
    expect(await status).toBe(413);
    await until(() => body === `{"detail":"file: must be at most 500000 bytes","code":"too_large"}`);
    session.destroy();
  });

  test("a rejection without 100 Continue closes the connection", async () => {
    const connection = new RawConnection(server.port);
    const head = "POST /v1/collections HTTP/1.1\r\nhost: x\r\ncontent-length: 12\r\nexpect: 100-continue\r\n\r\n";
    connection.send(head);
    await connection.closed;
    expect(connection.received).toMatch(/^HTTP\/1.1 401 /);
  });

  test("a form without a declared length is limited as a whole", async () => {
    const form = Buffer.concat([Buffer.from(FILE_PART), Buffer.alloc(8 * 1_048_576), Buffer.from("\r\n--b--\r\n")]);
    const stream = new Blob([form]).stream();
    const init = { method: "POST", headers: { ...ADMIN, "content-type": "multipart/form-data; boundary=b" } };
    const response = await fetch(upload, { ...init, body: stream, duplex: "half" } as RequestInit);
    expect([response.status, await response.text()]).toEqual([
      413,
      `{"detail":"file: must be at most 1 MB, got a larger upload","code":"too_large"}`,
    ]);
  });

  test("a slow handler slows the sender down", async () => {
    const large = await startServer({ maxUploadBytes: 1 << 30 });
    let release = () => {};
    large.service.betweenChunks = () => new Promise((resolve) => (release = resolve));
    const headers = { ...ADMIN, "content-type": "multipart/form-data; boundary=b" };
    const url = `${large.url}/v1/collections/docs/documents`;
    let sent = 0;
    const status = new Promise((resolve, reject) => {
      const sending = httpRequest(url, { method: "POST", headers }, (response) =>
        resolve(response.resume().statusCode),
      );
      sending.on("error", reject).write(FILE_PART.slice(0, -2));
      const more = () => {
        while (sent < 64) {
          sent += 1;
          if (!sending.write(Buffer.alloc(1_048_576))) return void sending.once("drain", more);
        }
        sending.end("\r\n--b--\r\n");
      };
      more();
    });
    await until(() => sent >= 2);
    const before = sent;
    await new Promise((resolve) => setTimeout(resolve, 300));
    // The buffers of the two sockets can still fill up. The handler has read nothing, so most of the data must wait.
    expect(large.service.uploads[0]?.bytes).toBe(0);
    expect(sent).toBeLessThan(before + 32);
    large.service.betweenChunks = () => Promise.resolve();
    release();
    expect(await status).toBe(201);
    expect(large.service.uploads[0]?.bytes).toBe(64 * 1_048_576 + 5);
  });

  test("a JSON body over the limit returns 413, with or without a declared length", async () => {
    const small = await startServer({ maxJsonBytes: 500_000 });
    const collections = `${small.url}/v1/collections`;
    const detail = `{"detail":"The request body must be at most 500000 bytes","code":"too_large"}`;
    const body = JSON.stringify({ name: "x".repeat(4_000_000) });
    expect(await call(collections, "POST", body)).toEqual([413, detail]);
    const init = { method: "POST", headers: ADMIN, body: new Blob([body]).stream(), duplex: "half" };
    const response = await fetch(collections, init as RequestInit);
    expect([response.status, await response.text()]).toEqual([413, detail]);
    expect((await call(collections, "POST", { name: "x".repeat(300_000) }))[0]).toBe(400);
  });

  test("a compressed body is rejected", async () => {
    const headers = { ...ADMIN, "content-encoding": "gzip" };
    expect(await call(`${server.url}/v1/collections`, "POST", "{}", headers)).toEqual([
      400,
      `{"detail":"Content-Encoding: must be identity, got \\"gzip\\"","code":"invalid_argument"}`,
    ]);
  });
});
