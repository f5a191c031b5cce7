import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Fields of a package.json that matter for publishing. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports?: string | Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

export interface WorkspacePackage {
  /** Absolute path of the package's folder. */
  readonly folder: string;
  readonly manifest: PackageManifest;
}

/** Packages, plugins and programs of the repository, by name. */
export type Workspace = ReadonlyMap<string, WorkspacePackage>;

export const readWorkspace = (repository: string): Workspace => {
  const found = new Map<string, WorkspacePackage>();
  for (const path of globSync("{packages,plugins,apps,integrations}/*/package.json", { cwd: repository }).sort()) {
    const manifest = JSON.parse(readFileSync(join(repository, path), "utf8")) as PackageManifest;
    found.set(manifest.name, { folder: join(repository, path, ".."), manifest });
  }
  return found;
};

/** Returns the published packages: all that aren't private. */
export const publishedPackages = (workspace: Workspace): readonly WorkspacePackage[] =>
  [...workspace.values()].filter(({ manifest }) => manifest.private !== true);

/** Returns the packages of these names with all their dependencies in the repository, dependencies first. */
export const withDependencies = (workspace: Workspace, names: Iterable<string>): readonly WorkspacePackage[] => {
  const ordered = new Set<WorkspacePackage>();
  const visit = (name: string): void => {
    const found = workspace.get(name);
    if (found === undefined || ordered.has(found)) return;
    for (const dependency of Object.keys(found.manifest.dependencies ?? {})) visit(dependency);
    ordered.add(found);
  };
  for (const name of names) visit(name);
  return [...ordered];
};

/** Returns the private packages that a published one consists of, including their private dependencies. */
export const privateParts = (workspace: Workspace, { manifest }: WorkspacePackage): readonly WorkspacePackage[] => {
  const parts = new Map<string, WorkspacePackage>();
  const visit = (dependencies: Readonly<Record<string, string>> = {}): void => {
    for (const name of Object.keys(dependencies)) {
      const found = workspace.get(name);
      if (found?.manifest.private !== true || parts.has(name)) continue;
      parts.set(name, found);
      visit(found.manifest.dependencies);
    }
  };
  visit(manifest.dependencies);
  return [...parts.values()];
};
