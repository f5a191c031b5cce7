import { globSync, readFileSync, statSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PackageManifest } from "./workspace-packages.ts";

/**
 * Limits of an installation of `@quarry/server`, including the package itself and its private parts:
 * docs/decisions/0093-what-an-installation-brings.md.
 */
const MOST = { packages: 150, megabytes: 280 };

const BLOCK_BYTES = 4_096;

/** Returns the packages that npm installs with a package in `modules`, and their size on disk. */
export const installWeight = (
  name: string,
  modules: string,
): { readonly packages: number; readonly megabytes: number } => {
  const folders = new Set<string>();
  const visit = (dependency: string, from: string): void => {
    const path = findInstalled(dependency, from);
    if (path === undefined || folders.has(dirname(path))) return;
    folders.add(dirname(path));
    const manifest = JSON.parse(readFileSync(path, "utf8")) as PackageManifest;
    for (const next of neededBy(manifest)) visit(next, path);
  };
  visit(name, join(modules, "..", "package.json"));
  const bytes = [...folders].reduce((sum, folder) => sum + bytesOf(folder), 0);
  return { packages: folders.size, megabytes: Math.round(bytes / 1_048_576) };
};

/** Returns sentences about the excess weight of an installation of the service. */
export const weightProblems = (modules: string): readonly string[] => {
  const { packages, megabytes } = installWeight("@quarry/server", modules);
  const brings = `@quarry/server brings ${packages} packages and ${megabytes} MB`;
  console.log(brings);
  if (packages <= MOST.packages && megabytes <= MOST.megabytes) return [];
  return [`${brings}; it may bring ${MOST.packages} and ${MOST.megabytes} MB: leave to others what only they need`];
};

const neededBy = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: PackageManifest) => {
  const optional = (peerDependenciesMeta ?? {}) as Readonly<Record<string, { readonly optional?: boolean }>>;
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => optional[name]?.optional !== true);
  return [...Object.keys({ ...dependencies, ...(optionalDependencies as object | undefined) }), ...peers];
};

/** Returns the folder of an installed package; undefined for an optional package of another platform. */
const findInstalled = (name: string, from: string): string | undefined => {
  try {
    return findPackageJSON(name, pathToFileURL(from));
  } catch {
    return undefined;
  }
};

/** Returns the size of a package without nested packages, which are counted separately. */
const bytesOf = (folder: string): number =>
  globSync("**", { cwd: folder, withFileTypes: true, exclude: (entry) => entry.name === "node_modules" })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
    .reduce((sum, size) => sum + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES, 0);
