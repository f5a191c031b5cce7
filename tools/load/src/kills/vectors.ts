import type { Random } from "@quarry/services/kit";
import type { KillVector, VectorVersion } from "./ledger.ts";
import { passageVector } from "./passage-embedder.ts";
import { type KillWorld, MIXED, MIXED_DIMENSION, NEAR, paragraph } from "./world.ts";

/**
 * Numbers of vectors. With fewer in the collection NEAR, no graph would be used; more take longer to check than a
 * process lives.
 */
const SIZES = {
  [MIXED]: { fewest: 20, most: 400, inAWrite: 10 },
  [NEAR]: { fewest: 500, most: 800, inAWrite: 60 },
} as const;
const FIRST_NEAR = 600;
/** Number of ids from which deleted ones are reused. */
const MOST_IDS = 3_000;

/** Number of parts in which vectors can be listed, by `metadata.part`: one query can't list all of them. */
export const VECTOR_PARTS = 2;

/** Writes enough vectors for a graph, from the first process on. */
export const fillNear = (world: KillWorld): Promise<void> =>
  writeVectors(
    world,
    Array.from({ length: FIRST_NEAR }, () => newVector(world, NEAR)),
  );

/** Writes and deletes some vectors; in the collection NEAR many in a short time, so that the graph is always behind. */
export const changeVectors =
  (collection: keyof typeof SIZES) =>
  async (world: KillWorld): Promise<void> => {
    const { ledger, random } = world;
    const { fewest, most, inAWrite } = SIZES[collection];
    const resting = ledger.restingVectors(collection);
    const known = resting.filter(({ promised }) => promised !== undefined);
    if (known.length > most || (known.length > fewest && random.chance(0.3)))
      return deleteVectors(world, some(random, known, inAWrite));
    const replaced = random.chance(0.4) ? some(random, resting, inAWrite) : [];
    const deleted = () => resting.filter(({ promised }) => promised === undefined);
    const fresh =
      resting.length < MOST_IDS
        ? Array.from({ length: random.between(1, inAWrite) }, () => newVector(world, collection))
        : some(random, deleted(), inAWrite);
    return writeVectors(world, [...new Set([...replaced, ...fresh])]);
  };

const newVector = ({ ledger, nextNumber }: KillWorld, collection: string): KillVector => {
  const number = nextNumber();
  const id = `vector-${number}`;
  const vector: KillVector = { id, number, collection, promised: undefined, attempted: undefined };
  ledger.vectors.set(id, vector);
  return vector;
};

/** Writes a new version of each vector, or repeats a write without a response. All belong to one collection. */
export const writeVectors = async ({ api, ledger, random, breach }: KillWorld, vectors: readonly KillVector[]) => {
  const versions = vectors.map((vector) => {
    const version = vector.attempted ?? newVersion(random, vector.collection);
    vector.attempted = version;
    return { vector, version };
  });
  const entries = versions.map(({ vector: { id, number }, version: { text, embedding } }) => {
    return { id, text, embedding, metadata: { part: number % VECTOR_PARTS } };
  });
  const path = `/v1/collections/${vectors[0]!.collection}/vectors/upsert`;
  const answer = await api.body<{ upserted: number }>("POST", path, { json: { vectors: entries } });
  if (answer === undefined) return;
  if (answer.upserted !== entries.length) breach("vectors: wrong count upserted", `${answer.upserted}`);
  for (const { vector, version } of versions) ledger.settleVector(vector, version);
};

/** Deletes vectors of one collection. */
export const deleteVectors = async ({ api, ledger }: KillWorld, vectors: readonly KillVector[]): Promise<void> => {
  for (const vector of vectors) vector.attempted = null;
  const json = { ids: vectors.map(({ id }) => id) };
  const path = `/v1/collections/${vectors[0]!.collection}/vectors/delete`;
  if ((await api.call("POST", path, { json })) === undefined) return;
  for (const vector of vectors) ledger.settleVector(vector, null);
};

const newVersion = (random: Random, collection: string): VectorVersion => {
  const token = random.word();
  const text = paragraph(random, token);
  const anyVector = () => Array.from({ length: MIXED_DIMENSION }, () => Math.fround(random.next() - 0.5));
  return { token, text, embedding: collection === NEAR ? [...passageVector(text)] : anyVector() };
};

const some = <Item>(random: Random, items: readonly Item[], most: number): readonly Item[] => {
  const count = Math.min(items.length, random.between(1, most));
  const from = random.between(0, items.length - count);
  return items.slice(from, from + count);
};
