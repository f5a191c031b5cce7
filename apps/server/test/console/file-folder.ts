import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

export interface FileFolder {
  readonly path: string;
  /** Writes a file, in a folder below if its name says so; gives its path. */
  readonly write: (name: string, bytes: Uint8Array | string) => string;
}

/** A folder with files for the tests of a file to upload. */
export const useFileFolder = (): FileFolder => {
  const path = mkdtempSync(join(tmpdir(), "quarry-uploads-"));
  afterAll(() => rmSync(path, { recursive: true }));
  return {
    path,
    write: (name, bytes) => {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
      return file;
    },
  };
};
