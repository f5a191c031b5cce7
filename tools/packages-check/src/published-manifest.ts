import type { PackageManifest } from "./workspace-packages.ts";

/** Manifest fields that are used only in the repository. */
const INTERNAL_FIELDS: ReadonlySet<string> = new Set(["devDependencies", "private", "scripts"]);

/**
 * Returns the published manifest. Its exports refer to built files, and its dependencies include those of its private
 * parts and trimmed packages. The parts are bundled in its own `node_modules`, where imports find them by name; their
 * dependencies are found next to the package in any installation. A peer dependency of a part is one of the package.
 */
export const publishedManifest = (
  manifest: PackageManifest,
  parts: readonly PackageManifest[],
  trimmed: readonly PackageManifest[] = [],
): PackageManifest => ({
  ...builtManifest(manifest),
  ...(manifest.dependencies && {
    dependencies: { ...joinedDependencies([manifest, ...parts, ...trimmed]), ...versions(trimmed) },
  }),
  ...joinedPeers([manifest, ...parts]),
  ...(parts.length + trimmed.length > 0 && { bundleDependencies: [...parts, ...trimmed].map(({ name }) => name) }),
  files: ["dist", ...(manifest.files ?? [])],
  publishConfig: { access: "public" },
});

/** Returns the manifest of a private part: its dependencies are those of the package that bundles it. */
export const partManifest = (manifest: PackageManifest): PackageManifest => {
  const { dependencies: _, peerDependencies: _peers, peerDependenciesMeta: _meta, ...rest } = builtManifest(manifest);
  return rest as PackageManifest;
};

const builtManifest = (manifest: PackageManifest): PackageManifest => {
  const fields = Object.entries(manifest).filter(([field]) => !INTERNAL_FIELDS.has(field));
  const { exports: entries, bin } = manifest;
  return {
    ...(Object.fromEntries(fields) as PackageManifest),
    ...(typeof entries === "string" && { exports: { ".": builtEntry(entries) } }),
    ...(typeof entries === "object" && { exports: mapValues(entries, builtEntry) }),
    ...(bin && { bin: mapValues(bin, (path) => builtPath(path, ".js")) }),
  } as PackageManifest;
};

const builtEntry = (path: string) => ({ types: builtPath(path, ".d.ts"), default: builtPath(path, ".js") });

const builtPath = (path: string, extension: string): string =>
  path.replace(/^\.\/src\//, "./dist/").replace(/\.ts$/, extension);

const mapValues = <Value, Mapped>(values: Readonly<Record<string, Value>>, map: (value: Value) => Mapped) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));

/** npm packs only those bundled packages that are also dependencies. */
const versions = (manifests: readonly PackageManifest[]) =>
  Object.fromEntries(manifests.map(({ name, version }) => [name, version]));

const joinedPeers = (manifests: readonly PackageManifest[]) =>
  Object.fromEntries(
    ["peerDependencies", "peerDependenciesMeta"].flatMap((field) => {
      const joined = Object.assign({}, ...manifests.map((manifest) => manifest[field])) as object;
      return Object.keys(joined).length === 0 ? [] : [[field, joined]];
    }),
  );

const joinedDependencies = (manifests: readonly PackageManifest[]) => {
  const [{ name: joining }] = manifests as readonly [PackageManifest];
  const joined = new Map<string, string>();
  for (const { name: asking, dependencies = {} } of manifests) {
    for (const [name, version] of Object.entries(dependencies)) {
      const known = joined.get(name);
      if (known !== undefined && known !== version)
        throw new Error(`${joining} needs ${name} ${known} and, for ${asking}, ${version}: must be one version`);
      joined.set(name, version);
    }
  }
  return Object.fromEntries([...joined].sort(([one], [other]) => (one < other ? -1 : 1)));
};
