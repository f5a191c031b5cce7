import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const REQUIREMENTS = fileURLToPath(new URL("../requirements.txt", import.meta.url));

/** Stands in the folder once everything is installed. */
const COMPLETE = "complete";

/**
 * The `st` program, installed once into a folder of the user's cache that is named by what is pinned. Needs Python 3.10
 * or newer on PATH, and the package index for the first run.
 */
export function schemathesisProgram(): string {
  const pinned = createHash("sha256").update(readFileSync(REQUIREMENTS)).digest("hex").slice(0, 12);
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const folder = join(cache, "quarry", `contract-fuzz-${pinned}`);
  if (!existsSync(join(folder, COMPLETE))) install(folder);
  return join(folder, "bin", "st");
}

/** Installs schemathesis; an incomplete folder is rebuilt. */
function install(folder: string): void {
  console.log("Installing schemathesis");
  rmSync(folder, { recursive: true, force: true });
  execFileSync("python3", ["-m", "venv", folder], { stdio: "inherit" });
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "-r", REQUIREMENTS];
  execFileSync(join(folder, "bin", "python"), pip, { stdio: "inherit" });
  writeFileSync(join(folder, COMPLETE), "");
}
