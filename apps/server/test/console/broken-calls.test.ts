import { expect, test } from "vitest";
import { rawHead, sendRaw } from "../harness/raw-http.ts";
import { useServer } from "../harness/test-server.ts";

const server = useServer();

const CLOSE = { Connection: "close" };
const JSON_BODY = { ...CLOSE, "Content-Type": "application/json" };
const CALLS = "/console/trpc/";

const post = (path: string, body: string, headers: Readonly<Record<string, string>> = JSON_BODY) => [
  rawHead("POST", CALLS + path, { ...headers, "Content-Length": String(Buffer.byteLength(body)) }),
  body,
];

const broken: readonly (readonly [string, readonly string[]])[] = [
  ["a method that no page uses", [rawHead("TRACE", `${CALLS}session.get`, CLOSE)]],
  ["a method of other protocols", [rawHead("PROPFIND", `${CALLS}session.get`, CLOSE)]],
  ["an invalid host", [rawHead("GET", `${CALLS}session.get`, CLOSE).replace("Host: 127.0.0.1", "Host: [")]],
  ["a name that can't be decoded", [rawHead("GET", `${CALLS}%E0%A4%A`, CLOSE)]],
  ["a procedure named like a member of every object", [rawHead("GET", `${CALLS}constructor`, CLOSE)]],
  ["input that is not JSON", [rawHead("GET", `${CALLS}overview.get?input={`, CLOSE)]],
  ["a batch whose input is not JSON", [rawHead("GET", `${CALLS}overview.get,overview.get?batch=1&input={`, CLOSE)]],
  ["a body that is not JSON", post("session.open", "{")],
  ["a body of another content type", post("session.open", "key=1", { ...CLOSE, "Content-Type": "text/x-unknown" })],
  ["a body that is null", post("session.open", "null")],
  ["a body that is too large", post("session.open", JSON.stringify({ key: "k".repeat(2_000_000) }))],
  ["a body that is too large without a session", post("session.open", JSON.stringify({ key: "k".repeat(20_000) }))],
  ["a key that is not a string", post("session.open", JSON.stringify({ key: { toString: 1 } }))],
];

// Regression: TRACE was answered 500 and logged as an error of the service.
test.each(broken)("the console rejects %s with a 4xx status and logs no error", async (_, parts) => {
  const { status, text } = await sendRaw(server.api.address, parts, { end: true });
  expect([status, text]).toEqual([expect.toSatisfy((code: number) => code >= 400 && code < 500), expect.any(String)]);
  expect(server.current.process.errors).toEqual([]);
});
