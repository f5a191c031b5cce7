import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Download } from "@quarry/client";
import { saveFile } from "../output/save-file.ts";
import { type Session, withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

type DownloadOptions = GlobalOptions & { readonly output?: string; readonly force?: boolean };
type ImageOptions = DownloadOptions & { readonly width?: number };

export const downloadDocument = (collection: string, id: string, options: DownloadOptions): Promise<void> =>
  withSession(options, async (session) => {
    const { client, signal } = session;
    await save(await client.documents.download(collection, id, { signal }), options, session);
  });

export const downloadPageImage = (collection: string, id: string, page: number, options: ImageOptions): Promise<void> =>
  withSession(options, async (session) => {
    const { client, signal } = session;
    const { width } = options;
    const requested = { signal, ...(width !== undefined && { width }) };
    await save(await client.documents.pageImage(collection, id, page, requested), options, session);
  });

const save = async (download: Download, options: DownloadOptions, session: Session): Promise<void> => {
  if (options.output === "-") {
    await pipeline(download.bytes, process.stdout, { end: false });
    return;
  }
  // The uploader chose the filename: it must not lead out of this folder.
  const path = options.output ?? basename(download.filename.replaceAll("\\", "/"));
  await saveFile(path, download.bytes, options);
  if (session.isJson) session.printJson({ path, bytes: download.size });
  else session.terminal.print(`${path}: ${download.size} bytes`);
};
