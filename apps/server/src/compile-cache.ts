import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Lets Node keep what it compiles, types stripped, for the next start, in its threads too. The cache lies beside the
 * program and not in the common temporary folder: whoever may write it may change the program anyway. Where it can't be
 * written, every start is as the first. `NODE_COMPILE_CACHE` chooses another folder, `NODE_DISABLE_COMPILE_CACHE=1`
 * turns it off.
 */
export const keepCompiledCode = (): void => {
  const folder = fileURLToPath(new URL("../node_modules/.cache/quarry", import.meta.url));
  const { directory } = enableCompileCache(folder);
  // Worker threads read the variable, not the call.
  if (directory !== undefined) process.env["NODE_COMPILE_CACHE"] ??= folder;
};
