import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { PartialFailure } from "../failures.ts";

const PACKAGE = "@huggingface/transformers";

/**
 * Arguments of npm that install the ONNX runtime, at the version of the tests. Without scripts, as theirs would
 * download GPU libraries.
 */
export const INSTALL = ["install", "--ignore-scripts", `${PACKAGE}@4`];
export const INSTALLED_MEGABYTES = 450;

/** Whether the service finds the runtime: it is looked for from its own packages. */
export const hasRuntime = (): boolean => {
  try {
    createRequire(import.meta.resolve("@quarry/server")).resolve(PACKAGE);
    return true;
  } catch {
    return false;
  }
};

/** The project that the service is installed in; undefined in a checkout, whose own install brings the runtime. */
export const projectFolder = (): string | undefined => {
  const server = fileURLToPath(import.meta.resolve("@quarry/server"));
  const place = server.lastIndexOf(`${sep}node_modules${sep}`);
  return place === -1 ? undefined : server.slice(0, place);
};

/** Runs npm in a project; what it says is for the person, and stays out of the results. */
export const installRuntime = async (folder: string): Promise<void> => {
  const child = spawn("npm", INSTALL, { cwd: folder, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  const [code] = (await once(child, "close").catch((error: NodeJS.ErrnoException) => {
    throw new PartialFailure(`npm can't be started (${error.code}): run npm ${INSTALL.join(" ")} in ${folder}`);
  })) as [number | null];
  if (code !== 0) throw new PartialFailure(`npm ${INSTALL.join(" ")} failed in ${folder}`);
};
