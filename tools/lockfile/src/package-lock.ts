import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FILE = fileURLToPath(new URL("../../../package-lock.json", import.meta.url));

/** What this tool knows of an entry. */
export interface LockEntry {
  readonly engines?: Readonly<Record<string, string>>;
}

export interface PackageLock {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

export const readPackageLock = (): PackageLock => JSON.parse(readFileSync(FILE, "utf8")) as PackageLock;

/** As npm writes it. */
export const writePackageLock = (lock: PackageLock): void => writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
