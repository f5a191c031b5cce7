import { access, readFile, realpath, stat } from "node:fs/promises";
import { createRequire, findPackageJSON } from "node:module";
import { isAbsolute, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { moduleResolve } from "import-meta-resolve";
import { importConditions } from "./import-conditions.ts";
import { describeThrown } from "../describe-thrown.ts";
import { LoadProblem } from "./load-problem.ts";

export interface PluginSource {
  /** Folders from which package names are looked up, in order: the config file's, then the application's. */
  readonly searchFrom: readonly string[];
  /** Folder against which a relative path is resolved: the config file's. */
  readonly baseDirectory: string;
}

/** Returns the `file:` URL of the module that the config names by package name or path. Throws a `LoadProblem`. */
export const findModule = (name: string, source: PluginSource): Promise<string> =>
  isPath(name) ? findPath(resolve(source.baseDirectory, name)) : findPackage(name, source);

const isPath = (name: string): boolean => /^\.{1,2}([\\/]|$)/.test(name) || isAbsolute(name);

const findPackage = async (name: string, source: PluginSource): Promise<string> => {
  const folder = source.searchFrom.find((candidate) => isInstalled(name, candidate));
  if (folder === undefined) throw await notInstalled(name, source);
  try {
    return resolveFrom(folder, name);
  } catch (error) {
    throw new LoadProblem(
      `is installed, but has no module that can be imported: ${describeThrown(error)}; see "exports" or "main" in its package.json`,
    );
  }
};

const isInstalled = (name: string, folder: string): boolean => {
  try {
    return findPackageJSON(name, pathToFileURL(join(folder, "quarry.config.json"))) !== undefined;
  } catch {
    return false;
  }
};

const notInstalled = async (name: string, { searchFrom, baseDirectory }: PluginSource): Promise<LoadProblem> => {
  const [nearest] = searchFrom;
  const scanned = `looked for a package from ${searchFrom.join(" and from ")}`;
  if (await exists(join(baseDirectory, name))) {
    return new LoadProblem(`is not installed (${scanned}); for the file or folder of this name, write "./${name}"`);
  }
  if (!PACKAGE_NAME.test(name)) {
    return new LoadProblem(
      `can't be found (${scanned}): it must be the name of a package, or a path that starts with "./", "../" or "/"`,
    );
  }
  return new LoadProblem(
    `is not installed (${scanned}): run "npm install ${packageOf(name)}" in ${nearest}, or give a path that starts with "./"`,
  );
};

const PACKAGE_NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*(\/.*)?$/;

/** Returns the package name without the path inside the package. */
const packageOf = (name: string): string =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");

/** Resolves a name like an `import` in a module of this folder. */
const resolveFrom = (folder: string, name: string): string => {
  const base = pathToFileURL(join(folder, "quarry.config.json"));
  return moduleResolve(name, base, importConditions()).href;
};

const findPath = async (path: string): Promise<string> => {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw await noSuchFile(path);
  return found.isDirectory() ? await findInFolder(path) : pathToFileURL(await realpath(path)).href;
};

const EXTENSIONS = [".js", ".mjs", ".cjs", ".ts", ".mts"];

const noSuchFile = async (path: string): Promise<LoadProblem> => {
  for (const extension of EXTENSIONS) {
    if (await exists(path + extension)) return new LoadProblem(`lacks its extension: there is ${path}${extension}`);
  }
  return new LoadProblem(
    `does not exist: no file or folder ${path}; a path is relative to the folder of the config file`,
  );
};

/** Returns the main module of a package that is not a dependency: its `exports`, else its `main`, else index.js. */
const findInFolder = async (folder: string): Promise<string> => {
  const { name, exports } = await readManifest(folder);
  try {
    if (exports !== undefined && typeof name === "string") return resolveFrom(folder, name);
    return pathToFileURL(await realpath(createRequire(join(folder, "package.json")).resolve(folder))).href;
  } catch (error) {
    throw new LoadProblem(
      `is a folder whose package.json names no existing module (exports, main, else index.js): ${describeThrown(error)}`,
    );
  }
};

const readManifest = async (folder: string): Promise<{ readonly name?: unknown; readonly exports?: unknown }> => {
  const text = await readFile(join(folder, "package.json"), "utf8").catch(() => undefined);
  if (text === undefined) {
    throw new LoadProblem("is a folder without a package.json: give the module's file, such as index.js in it");
  }
  try {
    return JSON.parse(text) as { readonly name?: unknown };
  } catch (error) {
    throw new LoadProblem(`is a folder whose package.json can't be read: ${describeThrown(error)}`);
  }
};

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
