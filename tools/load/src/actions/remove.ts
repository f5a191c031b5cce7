import type { LoadDocument } from "../ledger.ts";
import { type Action, documentsPath, type World } from "../world.ts";
import { whileCollectionLives } from "./upload.ts";

export const deleteDocument: Action = async (world) => {
  const document = pickDocument(world);
  if (document === undefined) return;
  const { collection, id } = document;
  begin(document);
  const answer = await world.api.call("DELETE", documentsPath(collection.name, id), {
    expected: whileCollectionLives(collection, [200]),
  });
  if (answer === undefined) return;
  document.deletedAt = performance.now();
  await checkGone(world, document);
};

interface BatchDeleted {
  readonly deleted: number;
  readonly errors: readonly { readonly document_id: string; readonly error: string }[];
}

const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

/** Some that are there and one that is not. */
export const deleteBatch: Action = async (world) => {
  const first = pickDocument(world);
  if (first === undefined) return;
  const { collection } = first;
  const documents = world.ledger.liveDocuments
    .filter((document) => document.collection === collection)
    .slice(0, world.random.between(1, 6));
  for (const document of documents) begin(document);
  const json = { document_ids: [...documents.map(({ id }) => id), UNKNOWN_ID] };
  const path = documentsPath(collection.name, "batch", "delete");
  const expected = whileCollectionLives(collection, [200]);
  const answer = await world.api.call<BatchDeleted>("POST", path, { json, expected });
  if (answer === undefined) return;
  for (const document of documents) document.deletedAt = performance.now();
  if (answer.status !== 200) return;
  const { deleted, errors } = answer.body;
  const mayBeGone = collection.deletingSince !== undefined;
  if (!mayBeGone && (deleted !== documents.length || errors.length !== 1 || errors[0]!.document_id !== UNKNOWN_ID)) {
    world.breaches.add(
      "batch delete: wrong counts",
      JSON.stringify({ sent: json.document_ids.length, deleted, errors }),
    );
  }
};

export const deleteCollection: Action = async ({ api, ledger, random, breaches }) => {
  const passing = ledger.liveCollections.filter(({ kind }) => kind === "passing");
  if (passing.length === 0) return;
  const collection = random.pick(passing);
  collection.deletingSince = performance.now();
  const answer = await api.call("DELETE", `/v1/collections/${collection.name}`);
  if (answer === undefined) return;
  collection.deletedAt = performance.now();
  const after = await api.call("GET", documentsPath(collection.name), { expected: [404] });
  if (after === undefined) breaches.add("a deleted collection is there", collection.name);
};

const begin = (document: LoadDocument): void => {
  document.deletingSince = performance.now();
};

/** Half of the time one of the newest, so that many are deleted while they wait or are processed. */
const pickDocument = ({ ledger, random }: World): LoadDocument | undefined => {
  const live = ledger.liveDocuments;
  if (live.length < 10) return undefined;
  return random.pick(random.chance(0.5) ? live.slice(-10) : live);
};

const checkGone = async (world: World, { collection, id }: LoadDocument): Promise<void> => {
  const suffix = world.random.pick([[], ["chunks"], ["file"], ["progress"]]);
  await world.api.call("GET", documentsPath(collection.name, id, ...suffix), { expected: [404] });
};
