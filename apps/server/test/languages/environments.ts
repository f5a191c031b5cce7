import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** The examples by language; each is a folder in `examples/`. */
export const PYTHON_EXAMPLES = ["client-python", "plugin-python"] as const;
export const GO_EXAMPLES = ["client-go", "plugin-go"] as const;

export type PythonExample = (typeof PYTHON_EXAMPLES)[number];
export type GoExample = (typeof GO_EXAMPLES)[number];
export type ExampleName = PythonExample | GoExample;

export const exampleFolder = (name: ExampleName): string => join(ROOT, "examples", name);

/** Stands in an environment once everything is installed. */
export const COMPLETE = "complete";

/** The virtual environment of an example, in the user's cache, named by what is pinned. */
export const pythonEnvironment = (name: PythonExample): string => {
  const requirements = readFileSync(join(exampleFolder(name), "requirements.txt"));
  const pinned = createHash("sha256").update(requirements).digest("hex").slice(0, 12);
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  return join(cache, "quarry", `${name}-${pinned}`);
};

export const isInstalled = (environment: string): boolean => existsSync(join(environment, COMPLETE));

/** Where the project's own programs are, `buf` among them. */
export const PROGRAMS = join(ROOT, "node_modules/.bin");
