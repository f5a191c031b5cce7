import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Real files that lie beside the project, one folder per type; not part of it. */
export const CORPUS = fileURLToPath(new URL("../../../../../shared/corpus", import.meta.url));

export const hasCorpus = (): boolean => existsSync(CORPUS);

export interface CorpusFile {
  readonly format: string;
  readonly name: string;
  readonly path: string;
}

/** Every file of the corpus, by format. */
export const corpusFiles = (): readonly CorpusFile[] =>
  readdirSync(CORPUS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: format }) =>
      readdirSync(join(CORPUS, format)).map((name) => ({ format, name, path: join(CORPUS, format, name) })),
    );
