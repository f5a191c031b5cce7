import { once } from "node:events";
import { connect, createServer, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { readableLate } from "@quarry/api/readable-late";
import { expect, onTestFinished, test } from "vitest";

const answer = async (respond: (stream: ServerHttp2Stream) => void) => {
  const server = createServer();
  server.on("stream", (stream: ServerHttp2Stream) => {
    stream.on("error", () => {});
    stream.on("end", () => respond(stream)).resume();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    session.destroy();
    server.close();
  });
  const stream = session.request({ ":method": "POST" });
  stream.end("asked");
  await once(stream, "response");
  return readableLate(stream);
};

const read = async (stream: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    chunks.push(chunk);
    await setImmediate();
  }
  return Buffer.concat(chunks).toString();
};

// Node 26.10 threw ERR_STREAM_PREMATURE_CLOSE for 49 of 50 responses whose reading began one turn later or more.
test.each([0, 1, 2, 5, 50])("a response is complete when reading it begins %i turns late", async (turns) => {
  for (const body of ["", "whole", "x".repeat(60_000), "x".repeat(1_000_000)]) {
    const stream = await answer((to) => {
      to.respond({ ":status": 200 }, { waitForTrailers: true });
      to.on("wantTrailers", () => to.sendTrailers({ "grpc-status": "0" }));
      to.end(body);
    });
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    expect(await read(stream)).toBe(body);
  }
});

test("a response that arrives in parts is read to its end", async () => {
  const stream = await answer((to) => {
    to.respond();
    to.write("first ");
    setTimeout(() => to.end("last"), 50);
  });
  expect(await read(stream)).toBe("first last");
});

test("a stream reset is thrown as an error", async () => {
  const stream = await answer((to) => {
    to.respond();
    to.write("first");
    setTimeout(() => to.destroy(new Error("broken")), 50);
  });
  await expect(read(stream)).rejects.toThrow("NGHTTP2_INTERNAL_ERROR");
});
