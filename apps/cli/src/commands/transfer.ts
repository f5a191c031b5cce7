import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { CollectionSchema } from "@quarry/api";
import type { ImportCollectionRequest } from "@quarry/client/types";
import { PartialFailure, UsageError } from "../failures.ts";
import { ArchiveTail } from "../output/archive-tail.ts";
import { exists, saveFile } from "../output/save-file.ts";
import type { Terminal } from "../output/terminal.ts";
import { visible } from "../output/text.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

type ExportOptions = GlobalOptions & { readonly output?: string; readonly force?: boolean };
type ImportOptions = GlobalOptions & { readonly newIds?: boolean; readonly reembed?: boolean };

export const exportCollection = (name: string, options: ExportOptions): Promise<void> =>
  withSession(options, async ({ client, isJson, printJson, terminal, signal }) => {
    const path = options.output ?? `${name}.tar`;
    let size = 0;
    const tail = new ArchiveTail();
    const bytes = async function* () {
      for await (const { chunk } of client.transfers.exportCollection({ name }, { signal, timeoutMs: 0 })) {
        if (chunk === undefined) continue;
        size += chunk.byteLength;
        tail.push(chunk);
        yield chunk;
      }
    };
    if (path === "-") {
      await pipeline(bytes, process.stdout, { end: false });
      return failLacking(name, tail, terminal);
    }
    const { force = false } = options;
    await saveFile(path, bytes(), { force, mode: 0o600 });
    const lacking = tail.lines;
    if (isJson) printJson({ path, bytes: size, ...(lacking.length > 0 && { lacking }) });
    else terminal.print(`${path}: ${size} bytes`);
    failLacking(name, tail, terminal);
  });

/**
 * Fails if the archive is incomplete. It is written with everything that could be read, but a user who stores it as a
 * backup must know that data is missing.
 */
const failLacking = (name: string, tail: ArchiveTail, terminal: Terminal): void => {
  const { lines } = tail;
  if (lines.length === 0) return;
  for (const line of lines) terminal.note(visible(line));
  throw new PartialFailure(`damaged data of ${name} is not in the archive; quarry doctor --repair rebuilds it`);
};

export const importCollection = (name: string, archive: string, options: ImportOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    if (archive !== "-" && !(await exists(archive))) throw new UsageError(`${archive}: no such file`);
    const { newIds = false, reembed = false } = options;
    const tail = new ArchiveTail();
    const messages = async function* (): AsyncGenerator<ImportCollectionRequest> {
      yield { header: { name, newIds, reembed } };
      for await (const chunk of archive === "-" ? process.stdin : createReadStream(archive)) {
        tail.push(chunk as Uint8Array);
        yield { chunk: chunk as Uint8Array };
      }
    };
    const collection = await client.transfers.importCollection(messages(), { signal, timeoutMs: 0 });
    for (const line of tail.lines) terminal.note(visible(`the exported collection was damaged: ${line}`));
    print(CollectionSchema, collection, () =>
      terminal.print(`${collection.name}: ${collection.documentCount} documents`),
    );
  });
