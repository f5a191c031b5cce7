import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { build } from "./build.ts";
import { partManifest, publishedManifest } from "./published-manifest.ts";
import { runCommand } from "./run-command.ts";
import { stageTrimmed, trimmedPackages } from "./trimmed-packages.ts";
import { type PackageManifest, privateParts, type Workspace, type WorkspacePackage } from "./workspace-packages.ts";

/** A package in the form in which npm would publish it. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  readonly path: string;
}

/** Builds packages and packs them with `npm pack` into `destination`, in their published form. */
export const packPackages = async (
  repository: string,
  workspace: Workspace,
  packages: readonly WorkspacePackage[],
  destination: string,
): Promise<readonly Tarball[]> => {
  const scratch = await mkdtemp(join(tmpdir(), "quarry-pack-"));
  const built = await folderForBuild(repository);
  try {
    const whole = packages.map((entry) => ({ entry, parts: privateParts(workspace, entry) }));
    await build(repository, [...packages, ...whole.flatMap(({ parts }) => parts)], built);
    const stage = (entry: WorkspacePackage, folder: string, manifest: PackageManifest) =>
      stagePackage(join(built, relative(repository, entry.folder), "src"), entry, folder, manifest);
    const folders: string[] = [];
    for (const { entry, parts } of whole) {
      const folder = join(scratch, "stage", entry.manifest.name);
      const manifests = parts.map(({ manifest }) => manifest);
      const trimmed = trimmedPackages(entry);
      const trimmedManifests = trimmed.map(({ manifest }) => manifest);
      await stage(entry, folder, publishedManifest(entry.manifest, manifests, trimmedManifests));
      await cp(join(repository, "LICENSE"), join(folder, "LICENSE"));
      for (const part of parts)
        await stage(part, join(folder, "node_modules", part.manifest.name), partManifest(part.manifest));
      for (const part of trimmed) stageTrimmed(part, join(folder, "node_modules", part.manifest.name));
      folders.push(folder);
    }
    await mkdir(destination, { recursive: true });
    const words = ["pack", "--json", "--ignore-scripts", "--pack-destination", destination, ...folders];
    const packed = Object.values(JSON.parse(await runCommand("npm", words, scratch)) as Record<string, PackedByNpm>);
    return packed.map(({ name, version, filename }) => ({ name, version, path: join(destination, filename) }));
  } finally {
    for (const folder of [scratch, built]) await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Always at the same distance from the sources: source maps contain relative paths, which must be the same on every
 * machine.
 */
const folderForBuild = async (repository: string): Promise<string> => {
  const caches = join(repository, "node_modules/.cache");
  await mkdir(caches, { recursive: true });
  return mkdtemp(join(caches, "quarry-build-"));
};

/** Fields of a package in the output of `npm pack --json`. */
interface PackedByNpm {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
}

const stagePackage = async (
  built: string,
  entry: WorkspacePackage,
  folder: string,
  manifest: PackageManifest,
): Promise<void> => {
  await mkdir(folder, { recursive: true });
  if (existsSync(built)) await cp(built, join(folder, "dist"), { recursive: true });
  for (const part of [...(entry.manifest.files ?? []), "README.md"]) {
    const path = join(entry.folder, part);
    if (existsSync(path)) await cp(path, join(folder, part), { recursive: true });
  }
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
};
