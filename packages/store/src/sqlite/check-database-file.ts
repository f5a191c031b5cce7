import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { StoreError } from "../store-error.ts";
import { fromSqlite } from "./sqlite-errors.ts";

/** Bytes up to which the file is read through at a start: some tenths of a second. */
const READ_THROUGH = 33_554_432;

const REMEDY =
  "Nothing was changed. Put a backup of the data folder back, or start with another, empty folder (SERVICE_DATA_DIR)";

/** Fails, with what to do, for a file that is empty or damaged. What is not there is no matter of this. */
export const checkDatabaseFile = (path: string): void => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.size === 0) throw refused(path, "it is empty (0 bytes), and the service never leaves it so");
  const problem = problemOf(path, found.size);
  if (problem !== undefined) throw refused(path, problem);
};

/** Error where no new database is made though none exists; `what` says what exists besides. */
export const missingDatabase = (path: string, what: string): StoreError =>
  refused(path, `it is not there, but ${what}`);

const refused = (path: string, problem: string): StoreError =>
  new StoreError({ reason: "corrupt", message: `the database ${path} can't be used: ${problem}. ${REMEDY}` });

const problemOf = (path: string, size: number): string | undefined => {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    // The first look tells what is no database, and what was cut off.
    const check = size <= READ_THROUGH ? "pragma integrity_check(1)" : "pragma schema_version";
    const [first] = database.prepare(check).all();
    const problem = first?.["integrity_check"];
    return problem === undefined || problem === "ok"
      ? undefined
      : `it is damaged (${String(problem).split("\n", 1)[0]})`;
  } catch (error) {
    const { reason, message } = fromSqlite(error);
    // A file that can't be read otherwise is in use by another process, which finds out by itself.
    return reason === "corrupt" ? `it is damaged (${message})` : undefined;
  } finally {
    database?.close();
  }
};
