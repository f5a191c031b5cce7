import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

export interface FileFolder {
  readonly path: string;
  /** Writes a file, in a subfolder if its name contains one. Returns its path. */
  readonly write: (name: string, bytes: Uint8Array | string) => string;
}

/** Provides a folder of files to upload for the tests of a file. */
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
