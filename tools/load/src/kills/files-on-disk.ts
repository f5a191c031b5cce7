import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { KillLedger, KillVector } from "./kill-ledger.ts";

/** As many jobs of each kind as a kill has cut off in their middle. */
export const jobsCutOff = (data: string): ReadonlyMap<string, number> =>
  readCopy(join(data, "quarry.db"), (database) => {
    const hasJobs = database.prepare("select 1 from sqlite_schema where name = 'jobs'").get() !== undefined;
    if (!hasJobs) return new Map();
    const rows = database.prepare("select kind, count(*) as jobs from jobs where state = 'active' group by kind").all();
    return new Map(rows.map(({ kind, jobs }) => [String(kind), Number(jobs)]));
  });

/** Jobs that are left: documents, removals, what is to be learned; and whether they are due already. */
export const openJobs = (data: string): { readonly due: number; readonly later: number } =>
  readCopy(join(data, "quarry.db"), (database) => {
    const count = "select count(*) as jobs from jobs where state in ('queued', 'active') and run_at";
    const due = Number(database.prepare(`${count} <= ?`).get(Date.now())!["jobs"]);
    return { due, later: Number(database.prepare(`${count} > ?`).get(Date.now())!["jobs"]) };
  });

/**
 * The files of a service that has stopped in order: the passages and the vectors of each collection are those that the
 * database knows as live, one for one, with the texts and vectors that were promised. As long as a removal is to come by
 * again (it does after two minutes), more than that may lie there, which no search gives.
 */
export const auditFiles = (data: string, ledger: KillLedger): { readonly rows: number; readonly wrong: string[] } => {
  const wrong: string[] = [];
  let rows = 0;
  const mayHaveMore = openJobs(data).later > 0;
  const vectorFiles = readdirSync(join(data, "plugins"), { recursive: true }).map(String);
  const collections = readAll(
    join(data, "quarry.db"),
    "select id, name, index_generation, chunk_count from collections",
  );
  const documents = readAll(join(data, "quarry.db"), "select id, collection_id, live_generation from documents");
  for (const { id, name, index_generation, chunk_count } of collections) {
    const live = new Map(
      documents.filter((one) => one["collection_id"] === id).map((one) => [one["id"], one["live_generation"]]),
    );
    const passages = readAll(
      join(data, "passages", `${id}.db`),
      `select passage.id, ${VECTOR_ID} as vector_id, text, document_id, generation
        from passage join document on document.number = passage.document`,
    );
    const vectorFile = vectorFiles.find((file) =>
      file.endsWith(`${vectorCollectionOf(String(id), index_generation)}.sqlite`),
    );
    if (vectorFile === undefined) {
      if (passages.length > 0) wrong.push(`${name}: ${passages.length} passages and no file of vectors`);
      continue;
    }
    const records = readAll(join(data, "plugins", vectorFile), "select id, text, vector from record");
    rows += passages.length + records.length;
    const own = passages.filter((one) => one["document_id"] === "");
    const dead = passages.filter(
      (one) => one["document_id"] !== "" && live.get(one["document_id"]) !== one["generation"],
    );
    if (dead.length > 0 && !mayHaveMore) wrong.push(`${name}: ${dead.length} passages of runs that are not live`);
    if (passages.length - own.length - dead.length !== chunk_count) {
      wrong.push(`${name}: counts ${chunk_count} chunks, has ${passages.length - own.length - dead.length}`);
    }
    const living = passages.filter((one) => !dead.includes(one));
    wrong.push(...differences(String(name), textsOf(living, "vector_id"), textsOf(records, "id"), mayHaveMore));
    const vectors = new Map(records.map((row) => [row["id"], row["vector"]]));
    wrong.push(...wrongVectors(ledger.vectorsOf(String(name)), own, vectors));
  }
  return { rows, wrong };
};

type Row = Readonly<Record<string, unknown>>;

const wrongVectors = (
  known: readonly KillVector[],
  own: readonly Row[],
  vectors: ReadonlyMap<unknown, unknown>,
): readonly string[] => {
  const there = new Map(own.map((row) => [row["id"], row]));
  return known.flatMap(({ id, promised }) => {
    if (there.get(id)?.["text"] !== promised?.text) return [`vector ${id}: its text is not what was promised`];
    if (promised === undefined) return [];
    return isAlong(promised.embedding, vectors.get(there.get(id)?.["vector_id"]))
      ? []
      : [`vector ${id} points elsewhere than was promised`];
  });
};

/** Stores may keep vectors at unit length, with checksums behind the numbers. */
const isAlong = (promised: readonly number[], stored: unknown): boolean => {
  if (!(stored instanceof Uint8Array)) return false;
  const vector = new Float32Array(Uint8Array.from(stored).buffer, 0, promised.length);
  let product = 0;
  for (const [index, value] of promised.entries()) product += value * (vector[index] ?? NaN);
  return product / (Math.hypot(...promised) * Math.hypot(...vector)) > 0.999_999;
};

const differences = (
  name: string,
  passages: ReadonlyMap<string, string>,
  records: ReadonlyMap<string, string>,
  mayHaveMore: boolean,
) => {
  const wrong: string[] = [];
  for (const [id, text] of passages) {
    if (!records.has(id)) wrong.push(`${name}: ${id} has a passage and no vector`);
    else if (records.get(id) !== text) wrong.push(`${name}: ${id} has another text beside its vector`);
  }
  const more = mayHaveMore ? [] : [...records.keys()].filter((id) => !passages.has(id));
  for (const id of more) wrong.push(`${name}: ${id} has a vector and no passage`);
  return wrong;
};

const textsOf = (rows: readonly Row[], id: "id" | "vector_id"): ReadonlyMap<string, string> =>
  new Map(rows.map((row) => [String(row[id]), String(row["text"])]));

const readAll = (path: string, query: string): readonly Row[] =>
  readCopy(path, (database) => database.prepare(query).all());

/** Reads a copy: whoever opens a database with a log that a kill has left behind recovers it, and that is the service's. */
const readCopy = <A>(path: string, read: (database: DatabaseSync) => A): A => {
  const folder = mkdtempSync(join(tmpdir(), "quarry-kills-"));
  try {
    const copy = join(folder, "copy.db");
    for (const suffix of ["", "-wal"]) if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
    const database = new DatabaseSync(copy);
    try {
      return read(database);
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** As packages/search names the vector of a passage. */
const VECTOR_ID = "case vector_version when '' then passage.id else passage.id || char(31) || vector_version end";

/** As packages/catalog names a collection in the vector store. */
const vectorCollectionOf = (id: string, generation: unknown): string => `c_${id.replaceAll("-", "")}_g${generation}`;
