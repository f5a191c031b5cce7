import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { UsageError } from "../failures.ts";

/** Writes a file under a temporary name until it is complete: no reader sees a partial file. */
export const saveFile = async (
  path: string,
  bytes: AsyncIterable<Uint8Array | string>,
  { force, mode }: { readonly force?: boolean; readonly mode?: number },
): Promise<void> => {
  if (force !== true && (await exists(path))) {
    throw new UsageError(`${path} already exists; overwrite it with --force, or choose another path with --output`);
  }
  const partial = `${path}.part`;
  try {
    await pipeline(bytes, createWriteStream(partial, { mode }));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
};

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
