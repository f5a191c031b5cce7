import type { Collection } from "../resources.ts";
import { type Action, documentsPath, type World } from "../world.ts";
import { DOCUMENT_EVENTS, WEBHOOKS } from "../webhooks/subscriptions.ts";
import { whileCollectionLives } from "./upload.ts";

const MOST_PASSING = 3;

export const createCollection: Action = async (world) => {
  const passing = world.ledger.liveCollections.filter(({ kind }) => kind === "passing");
  if (passing.length < MOST_PASSING) await addCollection(world, `passing_${world.nextNumber()}`, "passing");
};

export const addCollection = async (
  { api, ledger }: Pick<World, "api" | "ledger">,
  name: string,
  kind: "steady" | "passing",
): Promise<void> => {
  // Without overlap, so that a word stands in one passage.
  const json = { name, chunk_size: 128, chunk_overlap: 0, metadata: { kind } };
  const answer = await api.call<Collection>("POST", "/v1/collections", { json, expected: [201] });
  if (answer === undefined) return;
  const { id, dimension } = answer.body;
  ledger.collections.push({ name, id, dimension, kind, deletingSince: undefined, deletedAt: undefined });
};

export const updateCollection: Action = async ({ api, ledger, random, nextNumber }) => {
  const collection = random.pick(ledger.liveCollections);
  await api.call("PUT", `/v1/collections/${collection.name}`, {
    json: { description: `version ${nextNumber()}`, default_top_k: random.between(1, 50) },
    expected: whileCollectionLives(collection, [200]),
  });
};

export const reprocess: Action = async ({ api, ledger, random }) => {
  const live = ledger.liveDocuments;
  if (live.length === 0) return;
  const document = random.pick(random.chance(0.5) ? live.slice(-10) : live);
  // Before the answer: what the service tells of it may come sooner.
  document.reprocessed += 1;
  const path = documentsPath(document.collection.name, document.id, "reprocess");
  await api.call("POST", path, { expected: document.deletingSince === undefined ? [200, 404] : [404] });
};

/** A webhook that comes, is told to send to nobody, and goes; and a test delivery to one that stays. */
export const manageWebhooks: Action = async ({ api }) => {
  const json = { url: "http://127.0.0.1:9/", events: DOCUMENT_EVENTS, collections: ["nowhere"] };
  const created = await api.call<{ id: string }>("POST", WEBHOOKS, { json, expected: [201] });
  if (created === undefined) return;
  const path = `${WEBHOOKS}/${created.body.id}`;
  await api.call("PUT", path, { json: { active: false } });
  await api.call("GET", `${path}/deliveries`);
  await api.call("DELETE", path);
  await api.call("GET", path, { expected: [404] });
};

export const listWebhooks: Action = async ({ api, random }) => {
  const answer = await api.call<{ webhooks: readonly { id: string; description: string }[] }>("GET", WEBHOOKS);
  const lasting = answer?.body.webhooks.filter(({ description }) => description === "good" || description === "slow");
  if (lasting === undefined || lasting.length === 0) return;
  await api.call("POST", `${WEBHOOKS}/${random.pick(lasting).id}/test`);
};
