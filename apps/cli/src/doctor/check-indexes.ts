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

/** The vector store that keeps its collections as files here. */
const EMBEDDED = "@quarry/vector-embedded";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly store: string;
  readonly generation: number;
}

/**
 * Whether the files of the collections' indexes are there and whole; reads all of them. Of a store or a database that is
 * elsewhere nothing is asked.
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
    problem(`index ${name}`, problems.join("; "), `quarry doctor --repair makes it again of what is left`),
  );
  const sound = ok("indexes", `those of ${counted(rows.length, "collection")} are whole`);
  return { findings: findings.length === 0 ? [sound] : findings, damaged: found.map(({ name }) => name) };
};

/** Collections whose index has been made. */
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

const problemOf = (what: string, path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return `the file of its ${what} is gone`;
  if (found.size === 0) return `the file of its ${what} is empty`;
  try {
    // Not read-only: such a connection can't take over the log that a kill has left.
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    try {
      database.exec("pragma query_only = on");
      const answer = database.prepare("pragma integrity_check(1)").get()?.["integrity_check"];
      return answer === "ok" ? undefined : `the file of its ${what} is damaged (${String(answer)})`;
    } finally {
      database.close();
    }
  } catch (error) {
    return `the file of its ${what} is damaged (${messageOf(error)})`;
  }
};

/** A service may be at work beside. */
const BUSY_TIMEOUT_MS = 5_000;
