import type { LoadCollection } from "../ledger.ts";
import { type Action, TEAMS, type World } from "../world.ts";

/** Beyond these the oldest are replaced: the stock is to stay as it is. */
const MOST_VECTORS = 300;

export const upsertVectors: Action = async (world) => {
  const { api, ledger, random, breaches } = world;
  if (ledger.liveVectors.length > MOST_VECTORS) return;
  const collection = steadyOf(world);
  const vectors = Array.from({ length: random.between(1, 20) }, () => ({
    id: `vector-${world.nextNumber()}`,
    embedding: Array.from({ length: collection.dimension }, () => random.next() - 0.5),
    text: `A compass and a lantern, ${random.word()}`,
    metadata: { team: random.pick(TEAMS) },
  }));
  const path = `/v1/collections/${collection.name}/vectors/upsert`;
  const answer = await api.call<{ upserted: number }>("POST", path, { json: { vectors } });
  if (answer === undefined) return;
  if (answer.body.upserted !== vectors.length) breaches.add("vectors: wrong count upserted", `${answer.body.upserted}`);
  for (const { id } of vectors) {
    ledger.vectors.set(id, { id, collection, deletingSince: undefined, deletedAt: undefined });
  }
};

export const deleteVectors: Action = async ({ api, ledger, random, breaches }) => {
  const live = ledger.liveVectors;
  if (live.length === 0) return;
  const { collection } = random.pick(live);
  const chosen = live.filter((vector) => vector.collection === collection).slice(0, random.between(1, 20));
  for (const vector of chosen) vector.deletingSince = performance.now();
  const path = `/v1/collections/${collection.name}/vectors/delete`;
  const json = { ids: [...chosen.map(({ id }) => id), "no such vector"] };
  const answer = await api.call<{ deleted: number }>("POST", path, { json });
  if (answer === undefined) return;
  for (const vector of chosen) vector.deletedAt = performance.now();
  if (answer.body.deleted !== chosen.length) {
    breaches.add("vectors: wrong count deleted", `${answer.body.deleted} of ${chosen.length}`);
  }
};

/** A vector of a wrong length spoils the whole request and stores nothing. */
export const refuseVectors: Action = async (world) => {
  const { name } = steadyOf(world);
  const vectors = [{ id: "wrong", embedding: [1, 2, 3] }];
  await world.api.call("POST", `/v1/collections/${name}/vectors/upsert`, { json: { vectors }, expected: [400] });
};

const steadyOf = ({ ledger, random }: World): LoadCollection =>
  random.pick(ledger.liveCollections.filter(({ kind }) => kind === "steady"));
