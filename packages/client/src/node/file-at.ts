import { createReadStream, openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { ReplayableFile } from "../upload/upload-source.ts";

/** Read size in bytes: large reads cost less. They are split into messages later. */
const READ_BYTES = 262_144;

/** Returns a local file, which is read while it is uploaded. Fails if the file does not exist or is not readable. */
export const fileAt = async (path: string): Promise<ReplayableFile> => {
  const { size } = await stat(path);
  return {
    size,
    filename: basename(path),
    open: () => createReadStream(path, { highWaterMark: READ_BYTES }),
    blob: () => openAsBlob(path),
  };
};
