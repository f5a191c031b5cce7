import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { Document, QueryAnswer } from "../resources.ts";
import { SEARCH_MODES } from "../resources.ts";
import { documentsPath } from "../world.ts";
import type { KillApi } from "./kill-api.ts";
import type { KillDocument, KillLedger, KillVector, VectorVersion } from "./kill-ledger.ts";

/** Stands in every text, so that one query finds all. */
export const COMMON_WORD = "harbour";

/** Changes so much in every round that the embedder has to learn from it again. */
export const LEARNING = "learning";
/** Small documents beside direct vectors. */
export const MIXED = "mixed";

/** The least that the embedder learns from, so that it learns fast. */
export const MIXED_DIMENSION = 64;

/** Texts share words, as those of one subject do: so there is something to be learned from them. */
const WORDS = (
  "river lantern meadow engine ledger orchard signal compass winter valve archive copper tunnel garden report wheel brake fuel piston clutch violin oboe cello flute " +
  "sonata quartet bread butter flour oven sugar salt anchor sail deck mast rope storm cloud rain wind snow ice sun moon star planet orbit " +
  "rocket law court judge trial verdict crime bank loan credit debt market price trade tax bridge road train station ticket"
).split(" ");
const MOST_PAUSE_MS = 30;
/** 45 paragraphs each: above the 200 chunks that the embedder needs, below the 1,000 that one query can list. */
const LEARNING_DOCUMENTS = 6;
const LEARNING_PARAGRAPHS = 45;
/** Documents that may wait to be processed beside those. */
const LEARNING_AHEAD = 3;
const MIXED_DOCUMENTS = 12;
const MOST_VECTORS = 400;

/** What a client works with. */
export interface KillWorld {
  readonly api: KillApi;
  readonly ledger: KillLedger;
  readonly random: Random;
  readonly nextNumber: () => number;
  readonly fail: (kind: string, example: string) => void;
}

export const actUntilKilled = async (world: KillWorld, act: (world: KillWorld) => Promise<void>): Promise<void> => {
  while (!world.api.isKilled) {
    await act(world);
    await pause(world.random.between(0, MOST_PAUSE_MS));
  }
};

/** So many documents that the embedder has enough to learn from, from the first life on. */
export const fillLearning = async (world: KillWorld): Promise<void> => {
  for (let count = 0; count < LEARNING_DOCUMENTS; count += 1) await upload(world, LEARNING, LEARNING_PARAGRAPHS);
};

const changeLearning = async (world: KillWorld): Promise<void> => {
  const living = world.ledger.livingDocuments(LEARNING);
  const read = living.filter(({ chunks }) => chunks !== undefined);
  // As much as it learns from stays, and what was not read yet isn't deleted before it has counted.
  if (read.length > LEARNING_DOCUMENTS) await deleteDocument(world, read[0]!);
  else if (living.length < LEARNING_DOCUMENTS + LEARNING_AHEAD) await upload(world, LEARNING, LEARNING_PARAGRAPHS);
};

const changeMixed = async (world: KillWorld): Promise<void> => {
  const living = world.ledger.livingDocuments(MIXED);
  // The oldest, or the newest, which may be in processing.
  if (living.length < MIXED_DOCUMENTS) await upload(world, MIXED, world.random.between(1, 6));
  else await deleteDocument(world, world.random.chance(0.6) ? living[0]! : living.at(-1)!);
};

const upload = async ({ api, ledger, random, nextNumber }: KillWorld, collection: string, paragraphs: number) => {
  const tokens = Array.from({ length: paragraphs }, () => random.word());
  const filename = `file-${nextNumber()}.txt`;
  const document: KillDocument = { filename, collection, tokens, state: "sent", id: undefined, chunks: undefined };
  ledger.documents.set(filename, document);
  const form = new FormData();
  form.append("file", new Blob([tokens.map((token) => paragraph(random, token)).join("\n\n")]), filename);
  const answer = await api.call<Document>("POST", documentsPath(collection), { form }, [201]);
  if (answer === undefined) return;
  document.id = answer.id;
  document.state = "accepted";
};

const deleteDocument = async ({ api, ledger }: KillWorld, document: KillDocument) => {
  document.state = "deleting";
  const path = documentsPath(document.collection, document.id!);
  if ((await api.call("DELETE", path)) !== undefined) ledger.markDeleted(document);
};

const changeVectors = async (world: KillWorld) => {
  const { ledger, random } = world;
  const resting = ledger.restingVectors();
  const known = resting.filter(({ promised }) => promised !== undefined);
  if (known.length > MOST_VECTORS || (known.length > 20 && random.chance(0.3))) {
    await deleteVectors(world, some(random, known));
    return;
  }
  const replaced = random.chance(0.4) ? some(random, resting) : [];
  const fresh = Array.from({ length: random.between(1, 10) }, () => newVector(world));
  await writeVectors(world, [...replaced, ...fresh]);
};

const newVector = ({ ledger, nextNumber }: KillWorld): KillVector => {
  const id = `vector-${nextNumber()}`;
  const vector: KillVector = { id, collection: MIXED, promised: undefined, attempted: undefined };
  ledger.vectors.set(id, vector);
  return vector;
};

/** Writes a new version of each, or again the one that got no answer. */
export const writeVectors = async (world: KillWorld, vectors: readonly KillVector[]): Promise<void> => {
  const versions = new Map(vectors.map((vector) => [vector, vector.attempted ?? newVersion(world.random)]));
  for (const [vector, version] of versions) vector.attempted = version;
  const entries = [...versions].map(([{ id }, { text, embedding }]) => ({ id, text, embedding }));
  const path = `/v1/collections/${MIXED}/vectors/upsert`;
  const answer = await world.api.call<{ upserted: number }>("POST", path, { json: { vectors: entries } });
  if (answer === undefined) return;
  if (answer.upserted !== entries.length) world.fail("vectors: wrong count upserted", `${answer.upserted}`);
  for (const [vector, version] of versions) world.ledger.settleVector(vector, version);
};

export const deleteVectors = async (world: KillWorld, vectors: readonly KillVector[]): Promise<void> => {
  for (const vector of vectors) vector.attempted = null;
  const json = { ids: vectors.map(({ id }) => id) };
  if ((await world.api.call("POST", `/v1/collections/${MIXED}/vectors/delete`, { json })) === undefined) return;
  for (const vector of vectors) world.ledger.settleVector(vector, null);
};

/** Reads go on beside the writes, and never give what was gone when they began. */
const query = async ({ api, ledger, random, fail }: KillWorld) => {
  const collection = random.pick([LEARNING, MIXED]);
  const gone = new Set(ledger.goneTokens.slice(-200).map(({ token }) => token));
  const json = { query: `${COMMON_WORD} ${random.pick(WORDS)}`, search_mode: random.pick(SEARCH_MODES), top_k: 50 };
  const answer = await api.call<QueryAnswer>("POST", `/v1/collections/${collection}/query`, { json });
  if (answer === undefined) return;
  const ids = answer.results.map(({ id }) => id);
  if (new Set(ids).size < ids.length) fail("query: a result twice", JSON.stringify(json));
  for (const { id, text } of answer.results) {
    if (text.split(/\W+/).some((word) => gone.has(word))) fail("query: something deleted", `${id}: ${text}`);
  }
};

const newVersion = (random: Random): VectorVersion => {
  const token = random.word();
  const embedding = Array.from({ length: MIXED_DIMENSION }, () => Math.fround(random.next() - 0.5));
  return { token, text: paragraph(random, token), embedding };
};

/** One sentence of some 40 tokens: a chunk of its own at a size of 64. */
const paragraph = (random: Random, token: string): string => {
  const words = () => Array.from({ length: 9 }, () => random.pick(WORDS)).join(" ");
  return `The ${COMMON_WORD} ${words()} has the password ${token} and ${words()}.`;
};

const some = <Item>(random: Random, items: readonly Item[]): readonly Item[] => {
  const count = Math.min(items.length, random.between(1, 10));
  const from = random.between(0, items.length - count);
  return items.slice(from, from + count);
};

/** What each of the clients does until the service is killed. */
export const CLIENTS: readonly ((world: KillWorld) => Promise<void>)[] = [
  changeLearning,
  changeMixed,
  changeVectors,
  changeVectors,
  query,
];
