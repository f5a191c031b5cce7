import { makeBrokenFile, makeTextFile, type UploadFile } from "../files/make-file.ts";
import type { LoadCollection } from "../ledger.ts";
import type { Document } from "../resources.ts";
import { type Action, documentsPath, TEAMS, type World } from "../world.ts";

const BROKEN_SHARE = 0.06;
const LIBRARY_SHARE = 0.05;
const WATCHED_SHARE = 0.3;
const MOST_IN_BATCH = 8;

export const uploadOne: Action = async (world) => {
  const collection = pickCollection(world);
  const file = nextFile(world);
  const team = world.random.pick(TEAMS);
  const answer = await world.api.call<Document>("POST", documentsPath(collection.name), {
    form: formOf("file", [file], team),
    expected: whileCollectionLives(collection, [201]),
  });
  if (answer?.status === 201) accept(world, collection, answer.body, file, team);
};

/** The same upload twice with one Idempotency-Key: one document. */
export const uploadTwice: Action = async (world) => {
  const collection = pickCollection(world, (name) => name.startsWith("steady_"));
  const file = nextFile(world);
  const team = world.random.pick(TEAMS);
  const headers = { "idempotency-key": `load-${world.nextNumber()}` };
  const send = () =>
    world.api.call<Document>("POST", documentsPath(collection.name), {
      form: formOf("file", [file], team),
      headers,
      expected: [201],
    });
  const first = await send();
  if (first === undefined) return;
  accept(world, collection, first.body, file, team);
  const second = await send();
  if (second !== undefined && second.body.id !== first.body.id) {
    world.breaches.add("idempotency: a second document", `${first.body.id} and ${second.body.id}`);
  }
};

interface BatchAnswer {
  readonly documents: readonly Document[];
  readonly errors: readonly { readonly filename: string; readonly error: string }[];
  readonly total: number;
}

/** Several files at once, at times with one of a type that is not supported. */
export const uploadBatch: Action = async (world) => {
  const { random, breaches } = world;
  const collection = pickCollection(world);
  const files = Array.from({ length: random.between(2, MOST_IN_BATCH) }, () => nextFile(world));
  const unsupported = random.chance(0.3) ? [{ ...files[0]!, filename: `program-${world.nextNumber()}.exe` }] : [];
  const team = random.pick(TEAMS);
  const answer = await world.api.call<BatchAnswer>("POST", documentsPath(collection.name, "batch", "upload"), {
    form: formOf("files", [...files, ...unsupported], team),
    expected: whileCollectionLives(collection, [201]),
  });
  if (answer?.status !== 201) return;
  const { documents, errors, total } = answer.body;
  for (const document of documents) {
    const file = files.find(({ filename }) => filename === document.filename);
    if (file === undefined) breaches.add("batch upload: a file nobody sent", document.filename);
    else accept(world, collection, document, file, team);
  }
  // A collection that goes away in the middle of a batch refuses the rest of it.
  const mayRefuse = collection.deletingSince !== undefined;
  const isWhole = documents.length === files.length && errors.length === unsupported.length;
  if (total !== documents.length || (!isWhole && !mayRefuse)) {
    breaches.add("batch upload: wrong counts", JSON.stringify({ sent: files.length, total, errors }));
  }
};

/** Statuses that are right, given that the collection may be deleted while the call runs. */
export const whileCollectionLives = (collection: LoadCollection, statuses: readonly number[]): readonly number[] =>
  collection.kind === "passing" ? [...statuses, 404] : statuses;

const pickCollection = (
  { ledger, random }: World,
  isWanted: (name: string) => boolean = () => true,
): LoadCollection => {
  const live = ledger.liveCollections.filter(({ name }) => isWanted(name));
  const collection = random.pick(live);
  // The hanging receiver hears of few documents: each of them holds its attempts for minutes.
  return collection.name === "steady_hanging" && random.chance(0.9) ? live[0]! : collection;
};

const nextFile = ({ random, library, nextNumber }: World): UploadFile => {
  const number = nextNumber();
  if (random.chance(BROKEN_SHARE)) return makeBrokenFile(random, number);
  if (random.chance(LIBRARY_SHARE)) {
    const file = random.pick(library);
    return { ...file, filename: `${number}-${file.filename}` };
  }
  return makeTextFile(random, number);
};

const formOf = (field: string, files: readonly UploadFile[], team: string): FormData => {
  const form = new FormData();
  for (const { filename, bytes } of files) form.append(field, new Blob([bytes]), filename);
  form.append("metadata", JSON.stringify({ team }));
  return form;
};

const accept = (
  world: World,
  collection: LoadCollection,
  document: Document,
  { token, isBroken, bytes }: UploadFile,
  team: string,
): void => {
  const { id, filename, status, chunk_count, file_size } = document;
  const entry = {
    ...{ id, filename, collection, team, token, isBroken },
    bytes: bytes.length,
    reprocessed: 0,
    wasReady: false,
    deletingSince: undefined,
    deletedAt: undefined,
  };
  world.ledger.addDocument(entry);
  if (status !== "pending" || chunk_count !== 0 || file_size !== bytes.length) {
    world.breaches.add("upload: not as it is to be answered", JSON.stringify(document));
  }
  if (world.random.chance(WATCHED_SHARE)) {
    const isGoing = () => entry.deletingSince !== undefined || collection.deletingSince !== undefined;
    world.watch(documentsPath(collection.name, id, "progress"), isGoing);
  }
};
