import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { KillLedger, KillVector } from "./ledger.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * Runs a query on a copy of a database. Opening a database with a write-ahead log left by a kill recovers it, which is
 * the service's task.
 */
const read = (path: string, query: string): readonly Row[] => {
  const folder = mkdtempSync(join(tmpdir(), "quarry-kills-"));
  try {
    const copy = join(folder, "copy.db");
    for (const suffix of ["", "-wal"]) if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
    using database = new DatabaseSync(copy);
    return database.prepare(query).all();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Returns the number of jobs of each kind that a kill interrupted. */
export const jobsCutOff = (data: string): readonly { readonly kind: string; readonly jobs: number }[] => {
  const path = join(data, "quarry.db");
  if (read(path, "select 1 from sqlite_schema where name = 'jobs'").length === 0) return [];
  const rows = read(path, "select kind, count(*) as jobs from jobs where state = 'active' group by kind");
  return rows.map(({ kind, jobs }) => ({ kind: String(kind), jobs: Number(jobs) }));
};

/** Returns the number of open jobs (documents, removals, trainings), by whether they are due. */
export const openJobs = (data: string): { readonly due: number; readonly later: number } => {
  const open = "from jobs where state in ('queued', 'active')";
  const [counts] = read(
    join(data, "quarry.db"),
    `select count(*) filter (where run_at <= ${Date.now()}) as due, count(*) as jobs ${open}`,
  );
  const due = Number(counts!["due"]);
  return { due, later: Number(counts!["jobs"]) - due };
};

/** Reads the files of the HNSW graph of a collection's vectors. */
export const graphOnDisk = (data: string, collectionId: string) => {
  const folder = join(data, "plugins");
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
  const own = files.filter((file) => file.includes(vectorCollectionOf(collectionId, "")));
  const whole = own.find((file) => file.endsWith("-index"));
  // The header contains format, dimension, number of rows, and length of the longest vector.
  const rows = whole === undefined ? 0 : readFileSync(join(folder, whole)).readDoubleLE(16);
  /** Whether a write of the graph was started and not finished. */
  return { rows, isCutOff: own.some((file) => file.endsWith("-index-unfinished")) };
};

/** Returns the name of a collection in the vector store, as packages/catalog builds it. */
const vectorCollectionOf = (id: string, generation: unknown): string => `c_${id.replaceAll("-", "")}_g${generation}`;

/** SQL for the id of a passage's vector, as packages/search builds it. */
const VECTOR_ID = "case vector_version when '' then passage.id else passage.id || char(31) || vector_version end";

/**
 * Checks the files of a cleanly stopped service: each collection's passages and vectors match exactly those that are
 * live in the database, with the acknowledged texts and vectors. While a removal is pending (it is repeated after two
 * minutes), there may be additional ones, which no search returns.
 */
export const auditFiles = (data: string, ledger: KillLedger): { readonly rows: number; readonly wrong: string[] } => {
  const wrong: string[] = [];
  let rows = 0;
  const mayHaveMore = openJobs(data).later > 0;
  const vectorFiles = readdirSync(join(data, "plugins"), { recursive: true }).map(String);
  const database = join(data, "quarry.db");
  const documents = read(database, "select id, collection_id, live_generation from documents");
  for (const collection of read(database, "select id, name, index_generation, chunk_count from collections")) {
    const { id, chunk_count } = collection;
    const name = String(collection["name"]);
    const own = documents.filter((one) => one["collection_id"] === id);
    const live = new Map(own.map((one) => [one["id"], one["live_generation"]]));
    const passages = read(
      join(data, "passages", `${id}.db`),
      `select passage.id, ${VECTOR_ID} as vector_id, text, document_id, generation
        from passage join document on document.number = passage.document`,
    );
    const stored = `${vectorCollectionOf(String(id), collection["index_generation"])}.sqlite`;
    const vectorFile = vectorFiles.find((file) => file.endsWith(stored));
    if (vectorFile === undefined) {
      if (passages.length > 0) wrong.push(`${name}: ${passages.length} passages and no file of vectors`);
      continue;
    }
    const records = read(join(data, "plugins", vectorFile), "select id, text, vector from record");
    rows += passages.length + records.length;
    const direct = passages.filter((one) => one["document_id"] === "");
    const living = passages.filter(
      (one) => one["document_id"] === "" || live.get(one["document_id"]) === one["generation"],
    );
    const dead = passages.length - living.length;
    if (dead > 0 && !mayHaveMore) wrong.push(`${name}: ${dead} passages of runs that are not live`);
    const counted = living.length - direct.length;
    if (counted !== chunk_count) wrong.push(`${name}: counts ${chunk_count} chunks, has ${counted}`);
    wrong.push(...differences(name, textsOf(living, "vector_id"), textsOf(records, "id"), mayHaveMore));
    const vectors = new Map(records.map((row) => [row["id"], row["vector"]]));
    wrong.push(...wrongVectors(ledger.vectorsOf(name), direct, vectors));
  }
  return { rows, wrong };
};

const textsOf = (rows: readonly Row[], id: string): ReadonlyMap<string, string> =>
  new Map(rows.map((row) => [String(row[id]), String(row["text"])]));

const differences = (
  name: string,
  passages: ReadonlyMap<string, string>,
  records: ReadonlyMap<string, string>,
  mayHaveMore: boolean,
): readonly string[] => [
  ...[...passages].flatMap(([id, text]) => {
    if (!records.has(id)) return [`${name}: ${id} has a passage and no vector`];
    return records.get(id) === text ? [] : [`${name}: ${id} has another text beside its vector`];
  }),
  ...[...records.keys()]
    .filter((id) => !mayHaveMore && !passages.has(id))
    .map((id) => `${name}: ${id} has a vector and no passage`),
];

const wrongVectors = (
  known: readonly KillVector[],
  direct: readonly Row[],
  vectors: ReadonlyMap<unknown, unknown>,
): readonly string[] => {
  const there = new Map(direct.map((row) => [row["id"], row]));
  return known.flatMap(({ id, promised }) => {
    const row = there.get(id);
    if (row?.["text"] !== promised?.text) return [`vector ${id}: its text is not what was promised`];
    if (promised === undefined || isAlong(promised.embedding, vectors.get(row?.["vector_id"]))) return [];
    return [`vector ${id} points elsewhere than was promised`];
  });
};

/** Stores may normalise vectors to unit length, and append checksums to the numbers. */
const isAlong = (promised: readonly number[], stored: unknown): boolean => {
  if (!(stored instanceof Uint8Array)) return false;
  const vector = new Float32Array(Uint8Array.from(stored).buffer, 0, promised.length);
  const product = promised.reduce((sum, value, index) => sum + value * vector[index]!, 0);
  return product / (Math.hypot(...promised) * Math.hypot(...vector)) > 0.999_999;
};
