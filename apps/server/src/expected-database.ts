import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Subfolders of the data folder whose content is useless without the database. */
const BESIDE = [
  { folder: "files", what: "original files" },
  { folder: "passages", what: "passages of collections" },
] as const;
const VECTORS = /^vector-store/;

/**
 * Returns the evidence that a data folder had a database, or undefined if there is none. Settings, secrets and keys
 * don't count: they can exist before the first start.
 */
export const databaseExpectedBy = (directory: string): string | undefined => {
  const found: string[] = BESIDE.filter(({ folder }) => hasFiles(join(directory, folder))).map(({ what }) => what);
  const plugins = join(directory, "plugins");
  if (namesIn(plugins).some((name) => VECTORS.test(name) && hasFiles(join(plugins, name)))) found.push("vectors");
  if (existsSync(join(directory, "quarry.db-wal"))) found.push("the log of a database (quarry.db-wal)");
  return found.length === 0 ? undefined : `${found.join(", ")} of a database exist`;
};

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Whether the folder or one of its subfolders contains a file. */
const hasFiles = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { withFileTypes: true }).some((entry) =>
    entry.isDirectory() ? hasFiles(join(folder, entry.name)) : true,
  );
