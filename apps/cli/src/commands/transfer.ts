import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { CollectionSchema, type ImportCollectionRequestSchema } from "@quarry/api";
import { UsageError } from "../failures.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

type ExportOptions = GlobalOptions & { readonly output?: string; readonly force?: boolean };
type ImportOptions = GlobalOptions & { readonly newIds?: boolean; readonly reembed?: boolean };

export const exportCollection = (name: string, options: ExportOptions): Promise<void> =>
  withSession(options, async ({ client, isJson, printJson, terminal, signal }) => {
    const path = options.output ?? `${name}.tar`;
    if (path !== "-" && options.force !== true && (await exists(path))) {
      throw new UsageError(`${path} is there already; --force overwrites it, --output says another place`);
    }
    let size = 0;
    const bytes = async function* () {
      for await (const { message } of client.transfers.exportCollection({ name }, { signal, timeoutMs: 0 })) {
        if (message.case !== "chunk") continue;
        size += message.value.byteLength;
        yield message.value;
      }
    };
    if (path === "-") return pipeline(bytes, process.stdout, { end: false });
    // Under another name until it is whole, so that nobody takes a part of it for the archive.
    const partial = `${path}.part`;
    try {
      await pipeline(bytes, createWriteStream(partial, { mode: 0o600 }));
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    if (isJson) printJson({ path, bytes: size });
    else terminal.print(`${path}: ${size} bytes`);
  });

export const importCollection = (name: string, archive: string, options: ImportOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    if (archive !== "-" && !(await exists(archive))) throw new UsageError(`${archive}: there is no such file`);
    const { newIds = false, reembed = false } = options;
    const messages = async function* (): AsyncGenerator<MessageInitShape<typeof ImportCollectionRequestSchema>> {
      yield { message: { case: "header", value: { name, newIds, reembed } } };
      for await (const chunk of archive === "-" ? process.stdin : createReadStream(archive)) {
        yield { message: { case: "chunk", value: chunk as Uint8Array<ArrayBuffer> } };
      }
    };
    const collection = await client.transfers.importCollection(messages(), { signal, timeoutMs: 0 });
    print(CollectionSchema, collection, () =>
      terminal.print(`${collection.name}: ${collection.documentCount} documents`),
    );
  });

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
