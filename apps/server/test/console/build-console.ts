import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** Builds the console if a source is newer than the build. Vitest runs this once, before the first test. */
export const setup = async (): Promise<void> => {
  const build = [`${ROOT}tools/with-node.mjs`, "apps/console/build/build.ts", "--if-stale"];
  const { stderr } = await promisify(execFile)(process.execPath, build, { cwd: ROOT });
  // The service starts with an outdated console or none; its tests must not.
  if (stderr.includes("could not be built")) throw new Error(stderr);
};
