import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { satisfies } from "semver";

const FILE = fileURLToPath(new URL("../../../package-lock.json", import.meta.url));

/** Fields of an entry that this tool reads. */
export interface LockEntry {
  readonly engines?: Readonly<Record<string, string>>;
}

export interface PackageLock {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

export const readPackageLock = (): PackageLock => JSON.parse(readFileSync(FILE, "utf8")) as PackageLock;

/** Node versions that npm itself may run on: the oldest that the root's `engines` permits, and the current ones. */
const NPM_RUNS_ON = ["20.20.2", "22.22.1", "24.18.0", "26.10.0"];

const isFromElsewhere = (path: string): boolean => path.includes("node_modules/");

/** Returns packages that npm would warn about, or omit if they are optional, on a Node version that it may run on. */
export const refusedPackages = ({ packages }: PackageLock): readonly string[] =>
  Object.entries(packages)
    .filter(([path, entry]) => isFromElsewhere(path) && isRefused(entry))
    .map(([path]) => path);

/**
 * Returns the lockfile without these packages' requirements on Node: they run on the version that the project installs.
 */
export const withoutRefusals = (lock: PackageLock): PackageLock => {
  const refused = new Set(refusedPackages(lock));
  const packages = Object.entries(lock.packages).map(([path, entry]) => [
    path,
    refused.has(path) ? withoutNode(entry) : entry,
  ]);
  return { ...lock, packages: Object.fromEntries(packages) as PackageLock["packages"] };
};

const isRefused = ({ engines }: LockEntry): boolean => {
  const range = engines?.["node"];
  return range !== undefined && NPM_RUNS_ON.some((version) => !satisfies(version, range, { includePrerelease: true }));
};

const withoutNode = ({ engines, ...entry }: LockEntry): LockEntry => {
  const { node: _node, ...others } = engines ?? {};
  return Object.keys(others).length === 0 ? entry : { ...entry, engines: others };
};

// Same format as npm's.
if (import.meta.main) writeFileSync(FILE, `${JSON.stringify(withoutRefusals(readPackageLock()), null, 2)}\n`);
