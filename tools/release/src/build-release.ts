import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import {
  packPackages,
  publishedPackages,
  readWorkspace,
  runCommand,
  type Tarball,
  withDependencies,
} from "@quarry/packages-check";
import { buildContainerContext } from "./build-container.ts";
import { buildGo } from "./build-go.ts";
import { buildPython } from "./build-python.ts";
import { type ForeignPackage, foreignPackages } from "./release-packages.ts";
import { isClean } from "./sources.ts";

const SUMS = "SHA256SUMS";
const MANIFEST = "release.json";

/** All packages of one version, in a folder. */
export interface Release {
  readonly version: string;
  /** Commit that it was built from, with a note of uncommitted changes. */
  readonly commit: string;
  readonly folder: string;
  /** In an order suitable for publishing: dependencies first. */
  readonly tarballs: readonly Tarball[];
  readonly packages: readonly ForeignPackage[];
  readonly context: string;
}

/** Builds all packages into an empty folder, or replaces the last release in it. */
export const buildRelease = async (repository: string, version: string, folder: string): Promise<Release> => {
  await begin(folder);
  const git = async (...words: readonly string[]) => (await runCommand("git", words, repository)).trim();
  const commit = await git("rev-parse", "HEAD");
  const environment = { ...process.env, SOURCE_DATE_EPOCH: await git("log", "-1", "--format=%ct") };
  const workspace = readWorkspace(repository);
  const published = publishedPackages(workspace);
  const names = published.map(({ manifest }) => manifest.name);
  const ordered = withDependencies(workspace, names).filter((entry) => published.includes(entry));
  const tarballs = await packPackages(repository, workspace, ordered, join(folder, "npm"));
  const packages = foreignPackages(repository);
  for (const entry of packages) {
    if (entry.kind === "python") await buildPython(repository, entry, join(folder, "python"), environment);
    else await buildGo(repository, entry, version, join(folder, "go"));
  }
  const context = join(folder, "container", `quarry-${version}-context.tar.gz`);
  await buildContainerContext(repository, context, environment);
  await writeSums(folder, { version, commit, isClean: await isClean(repository) });
  return { version, commit, folder, tarballs, packages, context };
};

/** Removes the last release, even an incomplete one. Refuses a folder that contains anything else. */
const begin = async (folder: string): Promise<void> => {
  const found = existsSync(folder) ? await readdir(folder) : [];
  if (found.length > 0 && !found.includes(MANIFEST))
    throw new Error(`${folder} holds something else than a release: name an empty folder, or one that is not there`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, MANIFEST), "{}\n");
};

const writeSums = async (
  folder: string,
  release: { readonly version: string; readonly commit: string; readonly isClean: boolean },
): Promise<void> => {
  const files = globSync("**", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => file !== MANIFEST)
    .toSorted()
    .map((file) => {
      const content = readFileSync(join(folder, file));
      return { file, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
    });
  await writeFile(join(folder, MANIFEST), `${JSON.stringify({ ...release, files }, null, 2)}\n`);
  await writeFile(join(folder, SUMS), files.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join(""));
};
