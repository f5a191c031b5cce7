import { expect, test } from "vitest";
import { documentsPath } from "../harness/api.ts";
import { type TestServer, useServer } from "../harness/test-server.ts";

/** The embedding provider is unreachable: documents that need vectors wait. */
const server = useServer({ OPENAI_BASE_URL: "http://127.0.0.1:1/v1" });

/** Documented limit, plus the delay of a busy machine. */
const STREAMS_END_MS = 5_000 + 10_000;

const signIn = async ({ api, secret }: TestServer): Promise<string> => {
  const opened = await api.call("POST", "/console/trpc/session.open", { json: { key: secret }, token: null });
  return opened.headers.get("set-cookie")!.split(";", 1)[0]!;
};

const statusWith = async ({ api }: TestServer, cookie: string, path: string): Promise<number> =>
  (await api.fetch("GET", path, { token: null, headers: { cookie } })).status;

const signOut = ({ api }: TestServer, cookie: string) =>
  api.call("POST", "/console/trpc/session.close", { token: null, headers: { cookie } });

/** Opens a stream; `over` resolves when it ends, in whatever way. */
const streamWith = async ({ api }: TestServer, cookie: string, path: string): Promise<{ over: Promise<unknown> }> => {
  const headers = { cookie, accept: "text/event-stream" };
  const response = await api.fetch("GET", path, { token: null, headers });
  expect(response.status).toBe(200);
  return { over: response.text().catch(() => undefined) };
};

const PATHS = ["/console/api/v1/admin/keys", "/console/api/v1/collections", "/console/trpc/overview.get"];

test("signing out invalidates copied cookies, also after a restart, but no other session", async () => {
  const copied = await signIn(server.current);
  const other = await signIn(server.current);
  for (const path of PATHS) expect(await statusWith(server.current, copied, path)).toBe(200);
  expect((await signOut(server.current, copied)).status).toBe(200);
  // A second sign-out does nothing and is not an error.
  expect((await signOut(server.current, copied)).status).toBe(200);
  for (const path of PATHS) {
    expect(await statusWith(server.current, copied, path)).toBe(401);
    expect(await statusWith(server.current, other, path)).toBe(200);
  }
  await server.current.restart();
  expect(await statusWith(server.current, copied, PATHS[0]!)).toBe(401);
  expect(await statusWith(server.current, other, PATHS[0]!)).toBe(200);
});

test("signing out ends the session's streams shortly after, but not those of other sessions", async () => {
  const { api } = server.current;
  await api.createCollection("watched", { embedding_provider: "provider_a", embedding_api_key: "none" });
  const { id } = await api.upload({ collection: "watched", filename: "a.md", bytes: "Herons." });
  const input = encodeURIComponent(JSON.stringify({ collection: "watched" }));
  const paths = [
    `/console/api${documentsPath("watched")}/${id}/progress`,
    `/console/trpc/documents.progress?input=${input}`,
    "/console/trpc/overview.live",
  ];
  const cookie = await signIn(server.current);
  const other = await signIn(server.current);
  const streams = await Promise.all(paths.map((path) => streamWith(server.current, cookie, path)));
  let isOtherOver = false;
  const others = await streamWith(server.current, other, paths[0]!);
  void others.over.then(() => (isOtherOver = true));
  await signOut(server.current, cookie);
  const late = new Promise((resolve) => setTimeout(resolve, STREAMS_END_MS, "late"));
  expect(await Promise.race([Promise.all(streams.map(({ over }) => over)).then(() => "over"), late])).toBe("over");
  expect(isOtherOver).toBe(false);
});
