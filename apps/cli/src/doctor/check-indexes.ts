import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DEFAULT_VECTOR_STORE } from "@quarry/server/configuration";
import type { EffectiveConfiguration } from "../configuration/effective.ts";
import { counted } from "../output/text.ts";
import { type Finding, ok, problem, messageOf } from "./finding.ts";

export interface IndexFindings {
  readonly findings: readonly Finding[];
  /** Names of the collections whose index is damaged. */
  readonly damaged: readonly string[];
}

const NOTHING: IndexFindings = { findings: [], damaged: [] };

/** Vector store that stores its collections as local files. */
const EMBEDDED = "@quarry/vector-embedded";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly store: string;
  readonly generation: number;
}

/**
 * Checks that the files of the collections' indexes exist and are intact; reads all of them. Remote stores and
 * databases are not checked.
 */
export const checkIndexes = ({ settings, configuration }: EffectiveConfiguration): IndexFindings => {
  const { dataDirectory, databaseUrl } = settings;
  const database = join(dataDirectory, "quarry.db");
  // A database that can't be read is reported by the database check.
  const rows = databaseUrl === undefined && existsSync(database) ? readCollections(database) : [];
  if (rows.length === 0) return NOTHING;
  const folders = new Map<string, string>();
  if (configuration.vectorStore?.plugin === EMBEDDED) folders.set(DEFAULT_VECTOR_STORE, "vector-store");
  for (const [name, { plugin }] of Object.entries(configuration.vectorStores ?? {})) {
    if (plugin === EMBEDDED) folders.set(name, `vector-store-${name}`);
  }
  const found = rows.flatMap(({ id, name, store, generation }) => {
    const folder = folders.get(store);
    const vectors = `collection-c_${id.replaceAll("-", "")}_g${generation}.sqlite`;
    const problems = [
      problemOf("passages", join(dataDirectory, "passages", `${id}.db`)),
      folder && problemOf("vectors", join(dataDirectory, "plugins", folder, vectors)),
    ].filter((each) => each !== undefined && each !== "");
    return problems.length === 0 ? [] : [{ name, problems }];
  });
  const findings = found.map(({ name, problems }) =>
    problem(`index ${name}`, problems.join("; "), "quarry doctor --repair rebuilds it from the remaining data"),
  );
  const intact = ok("indexes", `${counted(rows.length, "collection")} intact`);
  return { findings: findings.length === 0 ? [intact] : findings, damaged: found.map(({ name }) => name) };
};

/** Reads the collections whose index exists. */
const readCollections = (path: string): readonly Row[] => {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return database.prepare(COLLECTIONS).all() as unknown as readonly Row[];
    } finally {
      database.close();
    }
  } catch {
    return [];
  }
};

const COLLECTIONS = `select id, name, vector_store as store, index_generation as generation from collections
  where index_made = 1 order by name`;

const problemOf = (contents: string, path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return `the file of its ${contents} is missing`;
  if (found.size === 0) return `the file of its ${contents} is empty`;
  try {
    // Not read-only: a read-only connection can't recover the write-ahead log left by a killed process.
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    try {
      database.exec("pragma query_only = on");
      const answer = database.prepare("pragma integrity_check(1)").get()?.["integrity_check"];
      return answer === "ok" ? undefined : `the file of its ${contents} is damaged (${String(answer)})`;
    } finally {
      database.close();
    }
  } catch (error) {
    return `the file of its ${contents} is damaged (${messageOf(error)})`;
  }
};

/** Wait for a lock: a service can be using the database concurrently. */
const BUSY_TIMEOUT_MS = 5_000;
