import { join } from "node:path";
import { folderFiles } from "./folder-files.ts";
import type { Stack } from "./stack.ts";

/** The default: everything in the data folder. */
export const embedded = (dataFolder: string): Stack => ({
  environment: {},
  configuration: {},
  ...folderFiles(join(dataFolder, "files")),
  dispose: async () => undefined,
});
