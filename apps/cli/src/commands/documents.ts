import type { JsonObject } from "@bufbuild/protobuf";
import { ChunkSchema, DocumentSchema, DocumentStatus, FailureSource } from "@quarry/api";
import type { QuarryClient } from "@quarry/client";
import { PartialFailure, UsageError } from "../failures.ts";
import { plain } from "../output/plain.ts";
import { printFields, printTable } from "../output/table.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

const STATUSES = {
  pending: DocumentStatus.PENDING,
  processing: DocumentStatus.PROCESSING,
  ready: DocumentStatus.READY,
  failed: DocumentStatus.FAILED,
} as const;

const NAMES = new Map<DocumentStatus, string>(Object.entries(STATUSES).map(([name, status]) => [status, name]));

type ListOptions = GlobalOptions & { readonly status?: keyof typeof STATUSES };

export const listDocuments = (collection: string, options: ListOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const { status } = options;
    const found = await Array.fromAsync(
      client.documents.all(collection, { signal, ...(status !== undefined && { status: STATUSES[status] }) }),
    );
    print(DocumentSchema, found, () => {
      const rows = found.map((each) => [
        each.id,
        NAMES.get(each.status) ?? "",
        String(each.chunkCount),
        String(each.fileSize),
        each.filename,
        each.errorMessage ?? "",
      ]);
      printTable(terminal, ["ID", "STATUS", "CHUNKS", "BYTES", "FILE", ""], rows);
    });
  });

export const showDocument = (collectionName: string, documentId: string, options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const document = await client.documents.getDocument({ collectionName, documentId, info: true }, { signal });
    print(DocumentSchema, document, () => printFields(terminal, plain(DocumentSchema, document) as JsonObject));
  });

/** As many as one request takes. */
const BATCH = 100;

export const deleteDocuments = (
  collectionName: string,
  ids: readonly string[],
  options: GlobalOptions,
): Promise<void> =>
  withSession(options, async ({ client, isJson, printJson, terminal, signal }) => {
    let deleted = 0;
    const errors: { readonly id: string; readonly error: string }[] = [];
    for (let start = 0; start < ids.length; start += BATCH) {
      const documentIds = ids.slice(start, start + BATCH);
      const answer = await client.documents.batchDeleteDocuments({ collectionName, documentIds }, { signal });
      deleted += answer.deleted;
      errors.push(...answer.errors.map(({ documentId, error }) => ({ id: documentId, error })));
    }
    if (isJson) printJson({ deleted, errors });
    else terminal.print(`deleted ${deleted} of ${ids.length} documents`);
    for (const { id, error } of errors) terminal.note(`${id}: ${error}`);
    if (errors.length > 0) throw new PartialFailure("");
  });

type ReprocessOptions = GlobalOptions & { readonly all?: boolean };

export const reprocessDocuments = (
  collectionName: string,
  ids: readonly string[],
  options: ReprocessOptions,
): Promise<void> =>
  withSession(options, async ({ client, isJson, printJson, terminal, signal }) => {
    if (options.all === true ? ids.length > 0 : ids.length === 0)
      throw new UsageError("give the ids of documents, or --all");
    let queued = 0;
    for await (const documentId of options.all === true ? idsOf(client, collectionName, signal) : ids) {
      const { message } = await client.documents.reprocessDocument({ collectionName, documentId }, { signal });
      queued += 1;
      if (options.all === true) continue;
      if (isJson) printJson({ id: documentId, status: "pending" });
      else terminal.print(message);
    }
    if (options.all !== true) return;
    if (isJson) printJson({ queued });
    else terminal.print(`${queued} documents will be read again`);
  });

async function* idsOf({ documents }: QuarryClient, collection: string, signal: AbortSignal): AsyncGenerator<string> {
  // Listed first: what is read again may move in the list.
  const found = await Array.fromAsync(documents.all(collection, { signal }));
  for (const { id } of found) yield id;
}

const SOURCES = {
  provider: FailureSource.PROVIDER,
  file: FailureSource.FILE,
  service: FailureSource.SERVICE,
} as const;

type RetryOptions = GlobalOptions & { readonly failedBy?: keyof typeof SOURCES };

/** Of one collection, or of all. */
export const retryDocuments = (collection: string | undefined, options: RetryOptions): Promise<void> =>
  withSession(options, async ({ client, isJson, printJson, terminal, signal }) => {
    const { failedBy } = options;
    const filter = { status: DocumentStatus.FAILED, ...(failedBy !== undefined && { failedBy: SOURCES[failedBy] }) };
    let queued = 0;
    for (const collectionName of await namesOf(client, collection, signal)) {
      // Listed first: what is read again leaves the list.
      const found = await Array.fromAsync(client.documents.all(collectionName, { ...filter, signal }));
      for (const { id: documentId } of found) {
        await client.documents.reprocessDocument({ collectionName, documentId }, { signal });
        queued += 1;
      }
    }
    if (isJson) printJson({ queued });
    else terminal.print(`${queued} ${queued === 1 ? "document" : "documents"} will be read again`);
  });

const namesOf = async (
  { collections }: QuarryClient,
  collection: string | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> =>
  collection === undefined
    ? (await Array.fromAsync(collections.all({ signal }))).map(({ name }) => name)
    : [collection];

export const showChunks = (collectionName: string, documentId: string, options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const { chunks } = await client.documents.listChunks({ collectionName, documentId }, { signal });
    print(ChunkSchema, chunks, () => {
      for (const { chunkIndex, text, metadata } of chunks) {
        const page = typeof metadata?.["page"] === "number" ? `, page ${metadata["page"]}` : "";
        terminal.print(terminal.style("bold", `--- chunk ${chunkIndex}${page}`));
        terminal.print(text);
      }
    });
  });
