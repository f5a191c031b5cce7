import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The parts of a package.json that matter for publishing. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

export interface WorkspacePackage {
  /** Where it lies, absolute. */
  readonly folder: string;
  readonly manifest: PackageManifest;
}

/** What people depend on by name: each has a report of its API that a reviewer sees change. */
export const PUBLIC_PACKAGES = [
  "@quarry/api",
  "@quarry/client",
  "@quarry/domain",
  "@quarry/plugin",
  "@quarry/remote",
  "@quarry/text",
] as const;

/** Packages and plugins of the repository, by name. */
export const workspacePackages = (repository: string): ReadonlyMap<string, WorkspacePackage> => {
  const found = new Map<string, WorkspacePackage>();
  for (const path of globSync("{packages,plugins}/*/package.json", { cwd: repository }).sort()) {
    const manifest = JSON.parse(readFileSync(join(repository, path), "utf8")) as PackageManifest;
    found.set(manifest.name, { folder: join(repository, path, ".."), manifest });
  }
  return found;
};

/** The packages of these names with all of the repository that they need, what is needed first. */
export const withDependencies = (
  packages: ReadonlyMap<string, WorkspacePackage>,
  names: Iterable<string>,
): readonly WorkspacePackage[] => {
  const ordered = new Set<WorkspacePackage>();
  const visit = (name: string): void => {
    const found = packages.get(name);
    if (found === undefined || ordered.has(found)) return;
    for (const dependency of Object.keys(found.manifest.dependencies ?? {})) visit(dependency);
    ordered.add(found);
  };
  for (const name of names) visit(name);
  return [...ordered];
};

/** What is published: the public packages, every plugin, and what these need. Apps and the service's own parts aren't. */
export const publishedPackages = (repository: string): readonly WorkspacePackage[] => {
  const packages = workspacePackages(repository);
  const plugins = [...packages].filter(([, { folder }]) => folder.startsWith(join(repository, "plugins")));
  return withDependencies(packages, [...PUBLIC_PACKAGES, ...plugins.map(([name]) => name)]);
};
