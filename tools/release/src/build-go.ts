import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Zippable, zipSync } from "fflate";
import type { ForeignPackage } from "./release-packages.ts";
import { packageSources } from "./sources.ts";

/** Oldest time that a zip file can represent: Go writes none. */
const NO_TIME = new Date(1980, 0, 1);

/**
 * Writes a module into `destination` in the layout of a GOPROXY, with the files that Go takes from the tag of a commit:
 * no nested modules, no `vendor`, and the project's licence.
 */
export const buildGo = async (
  repository: string,
  { folder, name }: ForeignPackage,
  version: string,
  destination: string,
): Promise<void> => {
  const sources = await packageSources(repository, folder);
  const zipped: Zippable = {};
  for (const file of moduleFiles([...sources.keys()].toSorted()))
    zipped[`${name}@v${version}/${file}`] = [await readFile(sources.get(file)!), { mtime: NO_TIME }];
  const versions = join(destination, escaped(name), "@v");
  await mkdir(versions, { recursive: true });
  const write = (file: string, content: string | Uint8Array) => writeFile(join(versions, file), content);
  await write("list", `v${version}\n`);
  await write(`v${version}.info`, `${JSON.stringify({ Version: `v${version}` })}\n`);
  await write(`v${version}.mod`, await readFile(sources.get("go.mod")!));
  await write(`v${version}.zip`, zipSync(zipped));
};

/** Returns the files without those of other modules. */
const moduleFiles = (files: readonly string[]): readonly string[] => {
  const inner = files.filter((file) => file.endsWith("/go.mod")).map((file) => `${dirname(file)}/`);
  return files.filter((file) => !/(?:^|\/)vendor\/.*\//.test(file) && !inner.some((module) => file.startsWith(module)));
};

/** Escapes capitals in proxy paths: some file systems ignore case. */
const escaped = (path: string): string => path.replaceAll(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
