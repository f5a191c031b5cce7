import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { folderFiles } from "./folder-files.ts";
import type { Stack } from "./stack.ts";

/** Default stack: everything in the data folder. */
export const embedded = (dataFolder: string): Stack => ({
  environment: {},
  configuration: {},
  ...folderFiles(join(dataFolder, "files")),
  databaseText: async () => {
    const parts = ["quarry.db", "quarry.db-wal"].map((name) => readFile(join(dataFolder, name), "latin1"));
    return (await Promise.all(parts)).join("\n");
  },
  dispose: async () => undefined,
});
