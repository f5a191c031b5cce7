import type { PackageManifest } from "./workspace-packages.ts";

/** The condition under which the repository imports its own packages from their sources. */
const SOURCE_CONDITION = "@quarry/source";

/** What the manifest has for work in the repository alone. */
const INTERNAL_FIELDS: ReadonlySet<string> = new Set(["devDependencies", "scripts"]);

/**
 * The manifest as it is published. The condition for sources goes: Node strips no types below `node_modules`, so that a
 * program started with the condition, as the service is from a checkout, would not find the package.
 */
export const publishedManifest = (manifest: PackageManifest): PackageManifest => ({
  ...(Object.fromEntries(Object.entries(manifest).filter(([field]) => !INTERNAL_FIELDS.has(field))) as PackageManifest),
  exports: withoutSource(manifest.exports),
  // The sources are there for source maps and for "go to definition".
  files: ["dist", "src"],
  publishConfig: { access: "public" },
});

const withoutSource = (exports: unknown): unknown => {
  if (typeof exports !== "object" || exports === null) return exports;
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([condition]) => condition !== SOURCE_CONDITION)
      .map(([key, value]) => [key, withoutSource(value)]),
  );
};
