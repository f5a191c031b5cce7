import type { CollectionChoices, CollectionPage } from "@quarry/http/console";
import { expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";

const server = useServer();

/** Returns the cookie of a session that this key opens. */
const signIn = async (key: string): Promise<string> => {
  const answer = await server.api.call("POST", "/console/trpc/session.open", { json: { key }, token: null });
  expect(answer.status).toBe(200);
  return answer.headers.get("set-cookie")!.split(";", 1)[0]!;
};

const call = (cookie: string, procedure: string, input: unknown) =>
  server.api.call<{ readonly result: { readonly data: unknown } }>(
    "GET",
    `/console/trpc/collections.${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`,
    { token: null, headers: { cookie } },
  );

const list = async (cookie: string, input: Readonly<Record<string, unknown>> = {}): Promise<CollectionPage> => {
  const { status, body } = await call(cookie, "list", { limit: 50, ...input });
  expect(status).toBe(200);
  return body.result.data as CollectionPage;
};

test("the list has each collection's counts, page by page and by name, for collections that a key may see", async () => {
  for (const name of ["pumps", "Pump_parts", "valves"]) await server.api.createCollection(name);
  await server.api.ingest({ collection: "pumps", filename: "pump.txt", bytes: "The pump moves water." });
  const cookie = await signIn(server.current.secret);
  const all = await list(cookie);
  expect(all.total).toBe(3);
  expect(all.collections.map(({ name }) => name)).toEqual(["pumps", "Pump_parts", "valves"]);
  expect(all.collections[0]).toMatchObject({
    documents: { ready: 1, pending: 0, processing: 0, failed: 0 },
    chunkCount: 1,
    sizeBytes: 21,
    embeddingModel: "quarry-local-v2",
  });
  // Contains no field of a collection that the list doesn't show, such as its sealed keys.
  expect(Object.keys(all.collections[0]!).filter((field) => /key|metadata/i.test(field))).toEqual([]);

  const second = await list(cookie, { limit: 1, cursor: 1 });
  expect([second.total, second.collections.map(({ name }) => name)]).toEqual([3, ["Pump_parts"]]);
  expect((await list(cookie, { name: "PUMP" })).total).toBe(2);

  const body = { name: "one-only", scope: "read", collections: ["valves", "not_there"] };
  const { key } = await server.api.expect<{ readonly key: string }>(201, "POST", "/v1/admin/keys", { json: body });
  const limited = await list(await signIn(key));
  expect([limited.total, limited.collections.map(({ name }) => name)]).toEqual([1, ["valves"]]);
});

test("a limit that is too large, and a list without a session, are rejected", async () => {
  const cookie = await signIn(server.current.secret);
  expect((await call(cookie, "list", { limit: 100_000 })).status).toBe(400);
  expect((await call("", "list", { limit: 50 })).status).toBe(401);
});

test("the choices for a new collection begin with the default model", async () => {
  const { body } = await call(await signIn(server.current.secret), "choices", null);
  const { models, vectorStores } = body.result.data as CollectionChoices;
  expect(models[0]).toMatchObject({ provider: "local", isDefault: true, isConfigured: true, credential: "none" });
  expect(models.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  expect(models.find(({ provider }) => provider === "provider_a")).toMatchObject({ credential: "required" });
  expect(vectorStores).toEqual([{ name: "default", isDefault: true }]);
});
