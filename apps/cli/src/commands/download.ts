import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { UsageError } from "../failures.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

type DownloadOptions = GlobalOptions & { readonly output?: string; readonly force?: boolean };

export const downloadDocument = (collection: string, id: string, options: DownloadOptions): Promise<void> =>
  withSession(options, async ({ client, isJson, printJson, terminal, signal }) => {
    const download = await client.documents.download(collection, id, { signal });
    if (options.output === "-") {
      await pipeline(download.bytes, process.stdout, { end: false });
      return;
    }
    // The name comes from whoever uploaded: it never leads out of this folder.
    const path = options.output ?? basename(download.filename.replaceAll("\\", "/"));
    if (options.force !== true && (await exists(path))) {
      throw new UsageError(`${path} is there already; --force overwrites it, --output says another place`);
    }
    // Under another name until it is whole, so that nobody takes a part of it for the file.
    const partial = `${path}.part`;
    try {
      await pipeline(download.bytes, createWriteStream(partial));
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    if (isJson) printJson({ path, bytes: download.size });
    else terminal.print(`${path}: ${download.size} bytes`);
  });

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
