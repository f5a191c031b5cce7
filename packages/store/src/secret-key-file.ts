import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { hasCode } from "./files/folder/has-code.ts";
import { synchroniseDirectory } from "./sqlite/new-database.ts";

export const SECRET_KEY_FILE = "secret.key";

/** Key length of AES-256. */
export const KEY_BYTES = 32;

/**
 * Returns the key of this data folder, which is generated on first use. Two processes that start at the same moment get
 * the same key: the file appears complete, under a name that can be created only once, and is never overwritten.
 */
export const readOrCreateKeyFile = (directory: string): string => {
  const path = join(directory, SECRET_KEY_FILE);
  return readKey(path) ?? createKey(directory, path);
};

const readKey = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
};

const createKey = (directory: string, path: string): string => {
  const unfinished = join(directory, `.${SECRET_KEY_FILE}.${process.pid}.${randomBytes(6).toString("hex")}`);
  writeDurably(unfinished, `${randomBytes(KEY_BYTES).toString("hex")}\n`);
  try {
    linkSync(unfinished, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    unlinkSync(unfinished);
  }
  synchroniseDirectory(directory);
  return readFileSync(path, "utf8").trim();
};

const writeDurably = (path: string, text: string): void => {
  const file = openSync(path, "wx", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};
