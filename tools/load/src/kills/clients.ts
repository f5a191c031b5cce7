import { setTimeout as pause } from "node:timers/promises";
import { type Document, documentsPath, type QueryAnswer, SEARCH_MODES } from "../api.ts";
import type { KillDocument } from "./ledger.ts";
import { changeVectors } from "./vectors.ts";
import { COMMON_WORD, type KillWorld, LEARNING, MIXED, NAMES, NEAR, paragraph, WORDS } from "./world.ts";

const MOST_PAUSE_MS = 30;
/**
 * 45 paragraphs each: more than the 200 chunks that the embedder needs, fewer than the 1,000 that one query can list.
 */
const LEARNING_DOCUMENTS = 6;
const LEARNING_PARAGRAPHS = 45;
/** Additional documents that may wait for processing. */
const LEARNING_AHEAD = 3;
const SMALL_DOCUMENTS = 12;
/** Number of most recently deleted tokens that are searched for: older ones would have been found before. */
const GONE_LOOKED_FOR = 2_000;

/** Uploads enough documents for the embedder to train on, from the first process on. */
export const fillLearning = async (world: KillWorld): Promise<void> => {
  for (let count = 0; count < LEARNING_DOCUMENTS; count += 1) await upload(world, LEARNING, LEARNING_PARAGRAPHS);
};

const changeLearning = async (world: KillWorld): Promise<void> => {
  const living = world.ledger.livingDocuments(LEARNING);
  const read = living.filter(({ chunks }) => chunks !== undefined);
  // Maintains the number of documents for training, and deletes none before it was counted.
  if (read.length > LEARNING_DOCUMENTS) await deleteDocument(world, read[0]!);
  else if (living.length < LEARNING_DOCUMENTS + LEARNING_AHEAD) await upload(world, LEARNING, LEARNING_PARAGRAPHS);
};

const changeSmallDocuments =
  (collection: string) =>
  async (world: KillWorld): Promise<void> => {
    const living = world.ledger.livingDocuments(collection);
    // Deletes the oldest, or the newest, which may still be processing.
    if (living.length < SMALL_DOCUMENTS) await upload(world, collection, world.random.between(1, 6));
    else await deleteDocument(world, world.random.chance(0.6) ? living[0]! : living.at(-1)!);
  };

const upload = async ({ api, ledger, random, nextNumber }: KillWorld, collection: string, paragraphs: number) => {
  const tokens = Array.from({ length: paragraphs }, () => random.word());
  const filename = `file-${nextNumber()}.txt`;
  const document: KillDocument = { filename, collection, tokens, state: "sent" };
  ledger.documents.set(filename, document);
  const form = new FormData();
  form.append("file", new Blob([tokens.map((token) => paragraph(random, token)).join("\n\n")]), filename);
  const answer = await api.body<Document>("POST", documentsPath(collection), { form, expected: [201] });
  if (answer === undefined) return;
  document.id = answer.id;
  document.state = "accepted";
};

const deleteDocument = async ({ api, ledger }: KillWorld, document: KillDocument): Promise<void> => {
  document.state = "deleting";
  const path = documentsPath(document.collection, document.id!);
  if ((await api.call("DELETE", path)) !== undefined) ledger.markDeleted(document);
};

/** Reads run concurrently with writes, and never return data that was deleted before they began. */
const query = async ({ api, ledger, random, breach }: KillWorld): Promise<void> => {
  const collection = random.pick(NAMES);
  const gone = new Set(ledger.gone.slice(-GONE_LOOKED_FOR).map(({ token }) => token));
  const json = { query: `${COMMON_WORD} ${random.pick(WORDS)}`, search_mode: random.pick(SEARCH_MODES), top_k: 50 };
  const answer = await api.body<QueryAnswer>("POST", `/v1/collections/${collection}/query`, { json });
  const results = answer?.results ?? [];
  if (new Set(results.map(({ id }) => id)).size < results.length) breach("query: a result twice", JSON.stringify(json));
  for (const { id, text } of results)
    if (text.split(/\W+/).some((word) => gone.has(word))) breach("query: something deleted", `${id}: ${text}`);
};

/** A vector whose write was acknowledged is immediately the nearest to itself, unless it is overwritten meanwhile. */
const askForOwn = async ({ api, ledger, random, breach }: KillWorld): Promise<void> => {
  const resting = ledger.promisedVectors(NEAR).filter(({ attempted }) => attempted === undefined);
  if (resting.length === 0) return;
  const vector = random.pick(resting);
  const version = vector.promised;
  const json = { query: version.text, search_mode: "semantic", top_k: 1 };
  const answer = await api.body<QueryAnswer>("POST", `/v1/collections/${NEAR}/query`, { json });
  if (answer === undefined || vector.promised !== version || vector.attempted !== undefined) return;
  const id = answer.results[0]?.id;
  if (id !== vector.id) breach("query: an answered vector is not the nearest to itself", `${vector.id}, but ${id}`);
};

const CLIENTS: readonly ((world: KillWorld) => Promise<void>)[] = [
  changeLearning,
  changeSmallDocuments(MIXED),
  changeSmallDocuments(NEAR),
  ...[changeVectors(MIXED), changeVectors(NEAR), changeVectors(NEAR)],
  ...[query, askForOwn],
];

/** Runs the actions of each client until the service is killed. */
export const actUntilKilled = async (world: KillWorld): Promise<void> => {
  await Promise.all(
    CLIENTS.map(async (act) => {
      for (; !world.api.isKilled; await pause(world.random.between(0, MOST_PAUSE_MS))) await act(world);
    }),
  );
};
