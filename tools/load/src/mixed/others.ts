import { createHash } from "node:crypto";
import { type CallOptions, documentsPath } from "../api.ts";
import type { LoadCollection } from "./ledger.ts";
import { DOCUMENT_EVENTS, WEBHOOKS } from "./receivers.ts";
import { type Action, TEAMS, whileLives, type World } from "./world.ts";

const MOST_PASSING = 3;
/** Maximum number of vectors, after which the oldest are replaced to keep the number constant. */
const MOST_VECTORS = 300;

export const createCollection: Action = async (world) => {
  if (world.ledger.live("passing").length < MOST_PASSING)
    await addCollection(world, `passing_${world.nextNumber()}`, "passing");
};

export const addCollection = async (
  { api, ledger }: Pick<World, "api" | "ledger">,
  name: string,
  kind: LoadCollection["kind"],
): Promise<void> => {
  // Without overlap, so that a word occurs in one passage.
  const json = { name, chunk_size: 128, chunk_overlap: 0, metadata: { kind } };
  const made = await api.body<{ dimension: number }>("POST", "/v1/collections", { json, expected: [201] });
  if (made !== undefined) ledger.collections.push({ name, kind, dimension: made.dimension });
};

export const updateCollection: Action = async ({ api, ledger, random, nextNumber }) => {
  const collection = random.pick(ledger.live());
  const json = { description: `version ${nextNumber()}`, default_top_k: random.between(1, 50) };
  await api.call("PUT", `/v1/collections/${collection.name}`, { json, expected: whileLives(collection, 200) });
};

export const deleteCollection: Action = async ({ api, ledger, random, breach }) => {
  if (ledger.live("passing").length === 0) return;
  const collection = random.pick(ledger.live("passing"));
  collection.deletingSince = performance.now();
  if ((await api.call("DELETE", `/v1/collections/${collection.name}`)) === undefined) return;
  collection.deletedAt = performance.now();
  const after = await api.call("GET", documentsPath(collection.name), { expected: [404] });
  if (after === undefined) breach("a deleted collection is there", collection.name);
};

export const upsertVectors: Action = async (world) => {
  const { api, ledger, random, breach } = world;
  if (ledger.liveVectors.length > MOST_VECTORS) return;
  const collection = random.pick(ledger.live("steady"));
  const vectors = Array.from({ length: random.between(1, 20) }, () => ({
    id: `vector-${world.nextNumber()}`,
    embedding: Array.from({ length: collection.dimension }, () => random.next() - 0.5),
    text: `A compass and a lantern, ${random.word()}`,
    metadata: { team: random.pick(TEAMS) },
  }));
  const path = `/v1/collections/${collection.name}/vectors/upsert`;
  const answer = await api.body<{ upserted: number }>("POST", path, { json: { vectors } });
  if (answer === undefined) return;
  if (answer.upserted !== vectors.length) breach("vectors: wrong count upserted", `${answer.upserted}`);
  for (const { id } of vectors) ledger.vectors.set(id, { id, collection });
};

export const deleteVectors: Action = async ({ api, ledger, random, breach }) => {
  const live = ledger.liveVectors;
  if (live.length === 0) return;
  const { collection } = random.pick(live);
  const chosen = live.filter((vector) => vector.collection === collection).slice(0, random.between(1, 20));
  for (const vector of chosen) vector.deletingSince = performance.now();
  const json = { ids: [...chosen.map(({ id }) => id), "no such vector"] };
  const path = `/v1/collections/${collection.name}/vectors/delete`;
  const answer = await api.body<{ deleted: number }>("POST", path, { json });
  if (answer === undefined) return;
  for (const vector of chosen) vector.deletedAt = performance.now();
  if (answer.deleted !== chosen.length) breach("vectors: wrong count deleted", `${answer.deleted} of ${chosen.length}`);
};

/** Creates a webhook without a receiver and deletes it. Sends a test delivery to a permanent one. */
export const manageWebhooks: Action = async ({ api, random }) => {
  const json = { url: "http://127.0.0.1:9/", events: DOCUMENT_EVENTS, collections: ["nowhere"] };
  const created = await api.body<{ id: string }>("POST", WEBHOOKS, { json, expected: [201] });
  if (created === undefined) return;
  const path = `${WEBHOOKS}/${created.id}`;
  await api.call("PUT", path, { json: { active: false } });
  await api.call("GET", `${path}/deliveries`);
  await api.call("DELETE", path);
  await api.call("GET", path, { expected: [404] });
  const { webhooks } = (await api.body<{ webhooks: { id: string; description: string }[] }>("GET", WEBHOOKS))!;
  const lasting = webhooks.filter(({ description }) => description === "good" || description === "slow");
  await api.call("POST", `${WEBHOOKS}/${random.pick(lasting).id}/test`);
};

/** Keys in addition to the full-access secret; the last one is limited to one collection. */
const SCOPED_KEYS = {
  read: { scope: "read" },
  write: { scope: "write" },
  limited: { scope: "read", collections: ["steady_one"] },
};

const tokenOf = (name: keyof typeof SCOPED_KEYS): string => `load-check-token-of-${name}`;

/** Section of the config file. */
export const API_KEYS = Object.fromEntries(
  Object.entries(SCOPED_KEYS).map(([name, key]) => {
    const token = tokenOf(name as keyof typeof SCOPED_KEYS);
    return [name, { ...key, sha256: createHash("sha256").update(token).digest("hex") }];
  }),
);

type PlainCall = readonly [method: string, path: string, options?: CallOptions];

const STEADY = "/v1/collections/steady_one";
const query = (collection: string, more: CallOptions): PlainCall => [
  "POST",
  `/v1/collections/${collection}/query`,
  { json: { query: "lantern" }, ...more },
];

const READS: readonly PlainCall[] = [
  ["GET", "/v1/stats"],
  ["GET", "/v1/embeddings/models"],
  ["GET", "/v1/collections?limit=1000"],
  ["GET", "/health/ready"],
  ["GET", `${STEADY}/analytics`],
  ["GET", `${STEADY}/stats`],
  ["GET", "/openapi.json"],
  ["GET", "/v1/collections/steady_two", { token: tokenOf("read") }],
  query("steady_one", { token: tokenOf("limited") }),
];

/** Invalid or forbidden requests, which are rejected as the contract specifies, without any effect. */
const REFUSED: readonly PlainCall[] = [
  ["GET", "/v1/stats", { token: "not a token", expected: [401] }],
  ["POST", "/v1/collections", { json: { name: "x" }, token: tokenOf("write"), expected: [403] }],
  query("steady_two", { token: tokenOf("limited"), expected: [403] }),
  ["GET", WEBHOOKS, { token: tokenOf("read"), expected: [403] }],
  query("steady_one", { json: { query: " " }, expected: [400] }),
  query("steady_one", { json: { query: "x", filters: { a: { $near: 1 } } }, expected: [400] }),
  ["POST", "/v1/collections", { json: { name: "steady_one" }, expected: [409] }],
  ["POST", "/v1/query", { json: { query: "x", collections: ["nowhere"] }, expected: [404] }],
  ["GET", `${STEADY}/documents?limit=0`, { expected: [400] }],
  ["PATCH", STEADY, { expected: [405] }],
  ["POST", `${STEADY}/vectors/upsert`, { json: { vectors: [{ id: "wrong", embedding: [1, 2, 3] }] }, expected: [400] }],
];

const anyOf =
  (calls: readonly PlainCall[]): Action =>
  ({ api, random }) =>
    api.call(...random.pick(calls));

export const readPlatform = anyOf(READS);
export const refuse = anyOf(REFUSED);
