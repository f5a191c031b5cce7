import { type Document, documentsPath } from "../api.ts";
import { makeBrokenFile, makeTextFile, type UploadFile } from "./files.ts";
import { isGoing, type LoadCollection } from "./ledger.ts";
import { type Action, HANGING_COLLECTION, TEAMS, whileLives, type World } from "./world.ts";

const BROKEN_SHARE = 0.06;
const LIBRARY_SHARE = 0.05;
const WATCHED_SHARE = 0.3;
const MOST_IN_BATCH = 8;

export const uploadOne: Action = async (world) => {
  const collection = pickCollection(world, world.ledger.live());
  const [file, team] = [nextFile(world), world.random.pick(TEAMS)];
  const answer = await world.api.call<Document>("POST", documentsPath(collection.name), {
    form: formOf("file", [file], team),
    expected: whileLives(collection, 201),
  });
  if (answer?.status === 201) accept(world, collection, answer.body, file, team);
};

/** Sends the same upload twice with one Idempotency-Key, which must yield one document. */
export const uploadTwice: Action = async (world) => {
  const collection = pickCollection(world, world.ledger.live("steady"));
  const [file, team] = [nextFile(world), world.random.pick(TEAMS)];
  const headers = { "idempotency-key": `load-${world.nextNumber()}` };
  const send = () => {
    const form = formOf("file", [file], team);
    return world.api.body<Document>("POST", documentsPath(collection.name), { form, headers, expected: [201] });
  };
  const first = await send();
  if (first === undefined) return;
  accept(world, collection, first, file, team);
  const second = await send();
  if (second !== undefined && second.id !== first.id)
    world.breach("idempotency: a second document", `${first.id} and ${second.id}`);
};

interface BatchAnswer {
  readonly documents: readonly Document[];
  readonly errors: readonly unknown[];
  readonly total: number;
}

/** Uploads several files at once, sometimes with one of an unsupported type. */
export const uploadBatch: Action = async (world) => {
  const { random, breach } = world;
  const collection = pickCollection(world, world.ledger.live());
  const files = Array.from({ length: random.between(2, MOST_IN_BATCH) }, () => nextFile(world));
  const unsupported = random.chance(0.3) ? [{ ...files[0]!, filename: `program-${world.nextNumber()}.exe` }] : [];
  const team = random.pick(TEAMS);
  const answer = await world.api.call<BatchAnswer>("POST", documentsPath(collection.name, "batch", "upload"), {
    form: formOf("files", [...files, ...unsupported], team),
    expected: whileLives(collection, 201),
  });
  if (answer?.status !== 201) return;
  const { documents, errors, total } = answer.body;
  for (const document of documents) {
    const file = files.find(({ filename }) => filename === document.filename);
    if (file === undefined) breach("batch upload: a file nobody sent", document.filename);
    else accept(world, collection, document, file, team);
  }
  // A collection that is deleted during a batch rejects the rest of it.
  const mayRefuse = collection.deletingSince !== undefined;
  const isWhole = documents.length === files.length && errors.length === unsupported.length;
  if (total !== documents.length || (!isWhole && !mayRefuse))
    breach("batch upload: wrong counts", JSON.stringify({ sent: files.length, total, errors }));
};

const pickCollection = ({ random }: World, from: readonly LoadCollection[]): LoadCollection => {
  const collection = random.pick(from);
  // The hanging receiver gets events of few documents: each of them occupies its attempts for minutes.
  return collection.name === HANGING_COLLECTION && random.chance(0.9) ? from[0]! : collection;
};

const nextFile = ({ random, library, nextNumber }: World): UploadFile => {
  const number = nextNumber();
  if (random.chance(BROKEN_SHARE)) return makeBrokenFile(random, number);
  if (!random.chance(LIBRARY_SHARE)) return makeTextFile(random, number);
  const file = random.pick(library);
  return { ...file, filename: `${number}-${file.filename}` };
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
  const known = {
    id,
    filename,
    collection,
    team,
    token,
    isBroken,
    bytes: bytes.length,
    reprocessed: 0,
    wasReady: false,
  };
  world.ledger.addDocument(known);
  if (status !== "pending" || chunk_count !== 0 || file_size !== bytes.length)
    world.breach("upload: not as it is to be answered", JSON.stringify(document));
  if (world.random.chance(WATCHED_SHARE))
    world.watch(documentsPath(collection.name, id, "progress"), () => isGoing(known));
};
