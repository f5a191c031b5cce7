import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PluginWord } from "./plugin-name.ts";

const TEMPLATES = join(import.meta.dirname, "..", "templates");

/** The files of a kind, by path. */
export interface Template {
  /** What a new plugin begins with: it compiles, and its test says what is missing. */
  readonly start: Readonly<Record<string, string>>;
  /** What it ends with. */
  readonly finished: Readonly<Record<string, string>>;
  readonly readme: string;
}

/** Reads what is written for the name "acme"; `rename` puts another one in its place, in paths too. */
export const readTemplate = (kind: PluginWord, rename: (text: string) => string): Template => {
  const finished = readFiles(join(TEMPLATES, kind, "finished"), rename);
  const readme = rename(readFileSync(join(TEMPLATES, kind, "README.template.md"), "utf8"));
  const written = new Set([...readme.matchAll(FILE_MARK)].map(([, path]) => path));
  const given = Object.entries(finished).filter(([path]) => !written.has(path));
  return {
    start: { ...Object.fromEntries(given), ...readFiles(join(TEMPLATES, kind, "start"), rename) },
    finished,
    readme,
  };
};

/** In a README: the place of a file that the reader is to write. */
export const FILE_MARK = /^\{\{file (\S+)\}\}$/gm;

const readFiles = (folder: string, rename: (text: string) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync("**/*.ts", { cwd: folder })
      .sort()
      .map((path) => [rename(path), rename(readFileSync(join(folder, path), "utf8"))]),
  );
