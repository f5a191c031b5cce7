import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

/** Marker file in a cache folder, written once its content is complete. */
const COMPLETE = "complete";

/** Returns a folder in the user's cache, named after the hash of the input that determines its content. */
export const cacheFolder = (name: string, content: string | Uint8Array): string => {
  const digest = createHash("sha256").update(content).digest("hex").slice(0, 12);
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  return join(cache, "quarry", `${name}-${digest}`);
};

export const isInstalled = (folder: string): boolean => existsSync(join(folder, COMPLETE));

/** Fills a cache folder unless that was done before; an incomplete one is rebuilt. */
export const install = async (folder: string, fill: () => Promise<void>): Promise<void> => {
  if (isInstalled(folder)) return;
  rmSync(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await fill();
  writeFileSync(join(folder, COMPLETE), "");
};

/**
 * Creates a virtual environment with the packages of a file that pins all of them. Returns its pip. Modules are
 * compiled when first imported: compiling all of them would take two fifths of the installation.
 */
export const makePythonEnvironment = (folder: string, requirements: string, python = "python3"): string => {
  run(python, ["-m", "venv", folder]);
  const pip = join(folder, "bin", "pip");
  run(pip, ["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-compile", "-r", requirements]);
  return pip;
};

/** Returns an environment, which is created at the first request. */
export const pythonEnvironment = async (name: string, requirements: string): Promise<string> => {
  const folder = cacheFolder(name, readFileSync(requirements));
  await install(folder, async () => {
    console.log(`Installing ${name}`);
    makePythonEnvironment(folder, requirements);
  });
  return folder;
};

export const run = (program: string, args: readonly string[], directory?: string): void => {
  try {
    execFileSync(program, args, { cwd: directory, stdio: ["ignore", "inherit", "inherit"] });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const needs = "Python 3.11 or newer with venv, and for the examples in Go that in version 1.26 or newer";
    console.error(`${program} is not installed; needed are ${needs}`);
    process.exit(1);
  }
};
