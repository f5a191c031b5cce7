import { createReadStream, openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { ReplayableFile } from "../upload/upload-source.ts";

/** Large reads cost less; they are cut to messages on their way. */
const READ_BYTES = 262_144;

/** A file of this machine, to be uploaded as it is read. Fails when there is none or it can't be looked at. */
export const fileAt = async (path: string): Promise<ReplayableFile> => {
  const { size } = await stat(path);
  return {
    size,
    filename: basename(path),
    open: () => createReadStream(path, { highWaterMark: READ_BYTES }),
    blob: () => openAsBlob(path),
  };
};
