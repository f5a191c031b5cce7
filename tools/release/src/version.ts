import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ForeignPackage, foreignPackages } from "./release-packages.ts";

/** A file that contains the version; the groups of the pattern match the versions. */
interface VersionFile {
  readonly file: string;
  readonly pattern: RegExp;
}

/** Includes a workspace's dependencies on others, which have the exact version. */
const IN_PACKAGE_JSON = /^ {2}"version": "([^"]+)"|"@quarry\/[\w-]+": "(\d[^"]*)"/dgm;

/** Matches the root, workspaces, and their dependencies on each other; third-party packages are in `node_modules`. */
const IN_LOCKFILE =
  /^ {2}"version": "([^"]+)"|^ {4}"(?![^"]*node_modules\/)[^"]*": \{\n(?: {6}"name": "[^"]+",\n)? {6}"version": "([^"]+)"|"@quarry\/[\w-]+": "(\d[^"]*)"/dgm;

const IN_PYTHON = /^(?:__version__|VERSION|version)(?:: Final)? = "([^"]+)"/dgm;

const IN_GO = /^(?:const |\t)?[vV]ersion +(?:string )?= "([^"]+)"/dgm;

const OTHER_FILES: readonly VersionFile[] = [
  { file: "package-lock.json", pattern: IN_LOCKFILE },
  { file: "README.md", pattern: /^Quarry (\d\S*) listens/dgm },
  { file: "deploy/kubernetes/kustomization.yaml", pattern: /newTag: "([^"]+)"/dg },
  { file: "clients/conformance/exchanges.json", pattern: /"status": "ok", "version": "([^"]+)"/dg },
];

/** Numeric parts only: npm, Python and Go write suffixes differently. */
const VERSION = /^\d+\.\d+\.\d+$/;

export const projectVersion = (repository: string): string => {
  const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string };
  return checkedVersion(version);
};

const checkedVersion = (version: string): string => {
  if (VERSION.test(version)) return version;
  throw new Error(`${version} is no version to publish: it must be three numbers, as in 0.2.0`);
};

/** Returns versions that differ from the one in the root's package.json, and files that lack a required one. */
export const versionProblems = (repository: string): readonly string[] => {
  const version = projectVersion(repository);
  return versionFiles(repository).flatMap(({ file, pattern }) => {
    const text = readFileSync(join(repository, file), "utf8");
    const found = versionsIn(text, pattern);
    if (found.length === 0) return [`${file} says no version, where ${pattern} was expected`];
    return found
      .filter(([start, end]) => text.slice(start, end) !== version)
      .map(([start, end]) => {
        const line = text.slice(0, start).split("\n").length;
        return `${file}:${line} says ${text.slice(start, end)}, and package.json ${version}`;
      });
  });
};

/** Writes a version everywhere and returns the files. Generated pages that show it are rebuilt by their commands. */
export const setVersion = (repository: string, input: string): readonly string[] => {
  const version = checkedVersion(input);
  return versionFiles(repository).map(({ file, pattern }) => {
    const path = join(repository, file);
    const text = readFileSync(path, "utf8");
    const written = versionsIn(text, pattern).toReversed();
    writeFileSync(
      path,
      written.reduce((now, [start, end]) => now.slice(0, start) + version + now.slice(end), text),
    );
    return file;
  });
};

const versionsIn = (text: string, pattern: RegExp): readonly (readonly [start: number, end: number])[] =>
  [...text.matchAll(pattern)].flatMap(({ indices }) => indices!.slice(1).filter((range) => range !== undefined));

const versionFiles = (repository: string): readonly VersionFile[] => {
  const { workspaces } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as Manifest;
  const manifests = globSync(["package.json", ...workspaces.map((folder) => `${folder}/package.json`)], {
    cwd: repository,
  });
  return [
    ...manifests.toSorted().map((file) => ({ file, pattern: IN_PACKAGE_JSON })),
    ...foreignPackages(repository).map((entry) => foreignFile(repository, entry)),
    ...OTHER_FILES,
  ];
};

interface Manifest {
  readonly workspaces: readonly string[];
}

/**
 * Returns the version file of a package in another language: hatchling reads the version from a source; Go has it in no
 * manifest.
 */
const foreignFile = (repository: string, { kind, folder }: ForeignPackage): VersionFile => {
  if (kind === "go") {
    const states = (file: string) => readFileSync(join(repository, file), "utf8").search(IN_GO) >= 0;
    const file = globSync(`${folder}/*.go`, { cwd: repository }).find(states);
    return { file: file ?? `${folder}/go.mod`, pattern: IN_GO };
  }
  const manifest = readFileSync(join(repository, folder, "pyproject.toml"), "utf8");
  const source = /^\[tool\.hatch\.version\]\npath = "([^"]+)"/m.exec(manifest)?.[1] ?? "pyproject.toml";
  return { file: `${folder}/${source}`, pattern: IN_PYTHON };
};
