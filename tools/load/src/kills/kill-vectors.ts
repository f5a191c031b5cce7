import type { Random } from "../random.ts";
import { paragraph } from "./kill-texts.ts";
import type { KillVector, VectorVersion } from "./kill-ledger.ts";
import { type KillWorld, MIXED, MIXED_DIMENSION, NEAR } from "./kill-world.ts";
import { passageVector } from "./passage-vector.ts";

const MOST_MIXED = 400;
/** Fewer of them would not be searched by a graph, more take longer to look up than a life lasts. */
const FEWEST_NEAR = 500;
const MOST_NEAR = 800;
const FIRST_NEAR = 600;
/** From so many ids on, deleted ones are written again instead of new ones. */
const MOST_IDS = 3_000;
const MOST_IN_A_WRITE = { [MIXED]: 10, [NEAR]: 60 } as const;

/** Parts in which vectors can be listed, by `metadata.part`: one query can't list all of them. */
export const VECTOR_PARTS = 2;

type VectorCollection = keyof typeof MOST_IN_A_WRITE;

/** So many vectors that there is a graph of them from the first life on. */
export const fillNear = (world: KillWorld): Promise<void> =>
  writeVectors(
    world,
    Array.from({ length: FIRST_NEAR }, () => newVector(world, NEAR)),
  );

export const changeMixedVectors = (world: KillWorld): Promise<void> => change(world, MIXED, 20, MOST_MIXED);

/** Much of the graph's collection in little time, so that the graph is always behind. */
export const changeNearVectors = (world: KillWorld): Promise<void> => change(world, NEAR, FEWEST_NEAR, MOST_NEAR);

const change = async (world: KillWorld, collection: VectorCollection, fewest: number, most: number): Promise<void> => {
  const { ledger, random } = world;
  const resting = ledger.restingVectors(collection);
  const known = resting.filter(({ promised }) => promised !== undefined);
  const largest = MOST_IN_A_WRITE[collection];
  if (known.length > most || (known.length > fewest && random.chance(0.3))) {
    await deleteVectors(world, some(random, known, largest));
    return;
  }
  const replaced = random.chance(0.4) ? some(random, resting, largest) : [];
  const fresh =
    resting.length < MOST_IDS
      ? Array.from({ length: random.between(1, largest) }, () => newVector(world, collection))
      : some(
          random,
          resting.filter(({ promised }) => promised === undefined),
          largest,
        );
  await writeVectors(world, [...new Set([...replaced, ...fresh])]);
};

const newVector = ({ ledger, nextNumber }: KillWorld, collection: VectorCollection): KillVector => {
  const number = nextNumber();
  const id = `vector-${number}`;
  const vector: KillVector = { id, number, collection, promised: undefined, attempted: undefined };
  ledger.vectors.set(id, vector);
  return vector;
};

/** Writes a new version of each, all of one collection, or again the one that got no answer. */
export const writeVectors = async (world: KillWorld, vectors: readonly KillVector[]): Promise<void> => {
  const versions = new Map(
    vectors.map((vector) => [vector, vector.attempted ?? newVersion(world.random, vector.collection)]),
  );
  for (const [vector, version] of versions) vector.attempted = version;
  const entries = [...versions].map(([{ id, number }, { text, embedding }]) => {
    return { id, text, embedding, metadata: { part: number % VECTOR_PARTS } };
  });
  const path = `/v1/collections/${vectors[0]!.collection}/vectors/upsert`;
  const answer = await world.api.call<{ upserted: number }>("POST", path, { json: { vectors: entries } });
  if (answer === undefined) return;
  if (answer.upserted !== entries.length) world.fail("vectors: wrong count upserted", `${answer.upserted}`);
  for (const [vector, version] of versions) world.ledger.settleVector(vector, version);
};

/** All of one collection. */
export const deleteVectors = async (world: KillWorld, vectors: readonly KillVector[]): Promise<void> => {
  for (const vector of vectors) vector.attempted = null;
  const json = { ids: vectors.map(({ id }) => id) };
  const path = `/v1/collections/${vectors[0]!.collection}/vectors/delete`;
  if ((await world.api.call("POST", path, { json })) === undefined) return;
  for (const vector of vectors) world.ledger.settleVector(vector, null);
};

const newVersion = (random: Random, collection: string): VectorVersion => {
  const token = random.word();
  const text = paragraph(random, token);
  const embedding =
    collection === NEAR
      ? [...passageVector(text)]
      : Array.from({ length: MIXED_DIMENSION }, () => Math.fround(random.next() - 0.5));
  return { token, text, embedding };
};

const some = <Item>(random: Random, items: readonly Item[], most: number): readonly Item[] => {
  const count = Math.min(items.length, random.between(1, most));
  const from = random.between(0, items.length - count);
  return items.slice(from, from + count);
};
