import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { publishedManifest } from "./published-manifest.ts";
import { runCommand } from "./run-command.ts";
import type { WorkspacePackage } from "./workspace-packages.ts";

/** A package as npm would publish it. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  readonly path: string;
}

/** Builds the packages, each after those that it needs. */
export const buildPackages = async (repository: string, packages: readonly WorkspacePackage[]): Promise<void> => {
  const projects = packages.map(({ manifest }) => manifest.name).join(",");
  const nx = join(repository, "node_modules", ".bin", "nx");
  await runCommand(nx, ["run-many", "-t", "build", "-p", projects], repository, {
    ...process.env,
    NX_DAEMON: "false",
    NX_NO_CLOUD: "true",
  });
};

/** Packs built packages with `npm pack` into `destination`, in the form in which they are published. */
export const packPackages = async (
  repository: string,
  packages: readonly WorkspacePackage[],
  destination: string,
): Promise<readonly Tarball[]> => {
  await mkdir(destination, { recursive: true });
  const stage = await mkdtemp(join(tmpdir(), "quarry-pack-"));
  try {
    const folders: string[] = [];
    for (const entry of packages) folders.push(await stagePackage(repository, entry, stage));
    const words = ["pack", "--json", "--ignore-scripts", "--pack-destination", destination, ...folders];
    const packed = Object.values(JSON.parse(await runCommand("npm", words, stage)) as Record<string, PackedByNpm>);
    return packed.map(({ name, version, filename }) => ({ name, version, path: join(destination, filename) }));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
};

/** What `npm pack --json` tells of each package. */
interface PackedByNpm {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
}

const isPublished = (path: string): boolean => !/\.test\.(?:ts|js|d\.ts|js\.map)$/.test(path);

const stagePackage = async (
  repository: string,
  { folder, manifest }: WorkspacePackage,
  stage: string,
): Promise<string> => {
  const staged = join(stage, basename(folder));
  for (const part of ["dist", "src"])
    await cp(join(folder, part), join(staged, part), { recursive: true, filter: isPublished });
  await writeFile(join(staged, "package.json"), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`);
  await cp(join(repository, "LICENSE"), join(staged, "LICENSE"));
  if ((await readdir(folder)).includes("README.md")) await cp(join(folder, "README.md"), join(staged, "README.md"));
  return staged;
};
