import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Stands in the folder once everything is installed. */
const COMPLETE = "complete";

/**
 * A virtual environment with the packages of a file that pins all of them, made once in a folder of the user's cache that is
 * named by what is pinned. Needs Python 3.10 or newer on PATH, and the package index for the first run.
 */
export const pythonEnvironment = (name: string, requirements: string): string => {
  const pinned = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const folder = join(cache, "quarry", `${name}-${pinned}`);
  if (existsSync(join(folder, COMPLETE))) return folder;
  console.log(`Installing ${name}`);
  // An incomplete one is rebuilt.
  rmSync(folder, { recursive: true, force: true });
  execFileSync("python3", ["-m", "venv", folder], { stdio: "inherit" });
  const pip = [
    "-m",
    "pip",
    "install",
    "--quiet",
    "--disable-pip-version-check",
    "--no-deps",
    "--no-compile",
    "-r",
    requirements,
  ];
  execFileSync(join(folder, "bin", "python"), pip, { stdio: "inherit" });
  writeFileSync(join(folder, COMPLETE), "");
  return folder;
};
