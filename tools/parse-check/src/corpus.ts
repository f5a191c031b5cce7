import { existsSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Real files stored next to the project; not part of it. */
export const CORPUS = fileURLToPath(new URL("../../../../shared/corpus", import.meta.url));

export const hasCorpus = (): boolean => existsSync(CORPUS);

export interface CorpusFile {
  readonly format: string;
  readonly name: string;
  readonly path: string;
}

/** Alternative extensions of the same format. */
const SAME: Readonly<Record<string, string>> = { htm: "html", jpeg: "jpg", tif: "tiff" };

/** Returns every file in a folder and its subfolders, by format. */
export const corpusFiles = (folder: string): readonly CorpusFile[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => {
      const extension = extname(name).slice(1).toLowerCase();
      return { format: SAME[extension] ?? extension, name, path: join(parentPath, name) };
    })
    .toSorted((one, other) => (one.format < other.format ? -1 : one.format > other.format ? 1 : 0));
