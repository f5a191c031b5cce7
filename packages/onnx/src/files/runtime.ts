import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ModelFileError } from "./model-file-error.ts";

const PACKAGE = "@huggingface/transformers";

/** Scripts would download GPU libraries, which a CPU doesn't need. */
export const INSTALL = ["install", "--ignore-scripts", `${PACKAGE}@4`];
export const INSTALLED_MEGABYTES = 450;

/** Length of npm's output shown in an error, in characters. */
const SHOWN_OUTPUT = 500;

/** Whether a plugin runs its models in the runtime. */
export const needsRuntime = (plugin: string): boolean => plugin.endsWith("-onnx");

/** Whether the runtime can be resolved from here, in the same way as from the process of a model. */
export const hasRuntime = (): boolean => {
  try {
    createRequire(import.meta.url).resolve(PACKAGE);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the project in which this package is installed; undefined in a checkout, whose own install includes the
 * runtime.
 */
export const projectFolder = (): string | undefined => {
  const here = fileURLToPath(import.meta.url);
  const at = here.lastIndexOf(`${sep}node_modules${sep}`);
  return at === -1 ? undefined : here.slice(0, at);
};

export interface InstallOptions {
  readonly signal?: AbortSignal;
  /** Called with npm's output. */
  readonly onOutput: (text: string) => void;
}

/** Runs npm in a project. */
export const installRuntime = async (folder: string, { signal, onOutput }: InstallOptions): Promise<void> => {
  const command = `npm ${INSTALL.join(" ")}`;
  const child = spawn("npm", INSTALL, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
    ...(signal !== undefined && { signal }),
  });
  let tail = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      tail = (tail + text).slice(-SHOWN_OUTPUT);
      onOutput(text.trimEnd());
    });
  const [code] = (await once(child, "close").catch((error: NodeJS.ErrnoException) => {
    signal?.throwIfAborted();
    throw new ModelFileError(`npm can't be started (${error.code}): run ${command} in ${folder}`, "missing");
  })) as [number | null];
  signal?.throwIfAborted();
  if (code !== 0) throw new ModelFileError(`${command} failed in ${folder}: ${tail.trim()}`, "missing");
};
