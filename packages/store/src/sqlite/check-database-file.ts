import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { StoreError } from "../store-error.ts";
import { fromSqlite } from "./sqlite-errors.ts";

/** File size up to which a start checks the whole file: some tenths of a second. */
const MAX_FULL_CHECK_BYTES = 33_554_432;

const REMEDY =
  "Nothing was changed. Restore a backup of the data folder, or start with an empty folder (SERVICE_DATA_DIR)";

/** Fails, with advice, if the file is empty or damaged. Ignores a missing file. */
export const checkDatabaseFile = (path: string): void => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.size === 0) throw unusable(path, "it is empty (0 bytes), which is never normal");
  const problem = findProblem(path, found.size);
  if (problem !== undefined) throw unusable(path, problem);
};

/**
 * Builds the error for a database that is missing but must not be created. `expectedBecause` describes the evidence that it
 * existed.
 */
export const missingDatabase = (path: string, expectedBecause: string): StoreError =>
  unusable(path, `it does not exist, but ${expectedBecause}`);

const unusable = (path: string, problem: string): StoreError =>
  new StoreError({ reason: "corrupt", message: `the database ${path} can't be used: ${problem}. ${REMEDY}` });

const findProblem = (path: string, size: number): string | undefined => {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    // The first read detects files that are not databases or are truncated.
    const check = size <= MAX_FULL_CHECK_BYTES ? "pragma integrity_check(1)" : "pragma schema_version";
    const [first] = database.prepare(check).all();
    const problem = first?.["integrity_check"];
    return problem === undefined || problem === "ok"
      ? undefined
      : `it is damaged (${String(problem).split("\n", 1)[0]})`;
  } catch (error) {
    const { reason, message } = fromSqlite(error);
    // Other read errors mean that another process uses the file, which will detect damage itself.
    return reason === "corrupt" ? `it is damaged (${message})` : undefined;
  } finally {
    database?.close();
  }
};
