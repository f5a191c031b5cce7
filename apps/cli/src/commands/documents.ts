import type { JsonObject } from "@bufbuild/protobuf";
import { ChunkSchema, DocumentSchema } from "@quarry/api";
import { DocumentStatus, type FailureSource } from "@quarry/client/types";
import type { QuarryClient } from "@quarry/client";
import { PartialFailure, UsageError } from "../failures.ts";
import { reportWork } from "./operations.ts";
import { plain } from "../output/plain.ts";
import { printFields } from "../output/table.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

export const showDocument = (collectionName: string, documentId: string, options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const document = await client.documents.getDocument({ collectionName, documentId, info: true }, { signal });
    print(DocumentSchema, document, () => {
      const fields = plain(DocumentSchema, document) as JsonObject;
      const { timings, ...info } = (fields["info"] ?? {}) as JsonObject;
      if (timings == null) return printFields(terminal, fields);
      printFields(terminal, { ...fields, info, timings: spentOn(timings as JsonObject) });
    });
  });

/** Formats the timings: "waiting 3 ms, reading 1200 ms, …". */
const spentOn = (timings: JsonObject): string =>
  Object.entries(timings)
    .map(([step, spent]) => `${step.replace(/_ms$/, "")} ${Math.round(Number(spent))} ms`)
    .join(", ");

/** Maximum number of documents per request. */
const BATCH = 100;

/** Filter of the documents to work on, if no ids are specified. */
export interface WorkOptions extends GlobalOptions {
  readonly filter?: JsonObject;
  readonly all?: boolean;
  readonly dryRun?: boolean;
}

/** Returns the work on the documents that match a filter, or undefined if ids are specified. */
export const workOn = (collectionName: string, ids: readonly string[], { filter, all, dryRun }: WorkOptions) => {
  const ways = [ids.length > 0, filter !== undefined, all === true].filter(Boolean).length;
  if (ways !== 1) throw new UsageError("give document ids, --filter or --all");
  if (ids.length > 0 && dryRun === true) throw new UsageError("--dry-run requires --filter or --all");
  if (ids.length > 0) return undefined;
  return { collectionName, ...(filter === undefined ? { all: true } : { filters: filter }), dryRun: dryRun === true };
};

export const deleteDocuments = (collectionName: string, ids: readonly string[], options: WorkOptions): Promise<void> =>
  withSession(options, async (session) => {
    const { client, isJson, printJson, terminal, signal } = session;
    const work = workOn(collectionName, ids, options);
    if (work !== undefined)
      return reportWork(session, "deleted", await client.operations.deleteDocuments(work, { signal }));
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

export const reprocessDocuments = (
  collectionName: string,
  ids: readonly string[],
  options: WorkOptions,
): Promise<void> =>
  withSession(options, async (session) => {
    const { client, isJson, printJson, terminal, signal } = session;
    const work = workOn(collectionName, ids, options);
    if (work !== undefined) {
      return reportWork(session, "queued", await client.operations.reprocessDocuments(work, { signal }));
    }
    for (const documentId of ids) {
      const { message } = await client.documents.reprocessDocument({ collectionName, documentId }, { signal });
      if (isJson) printJson({ id: documentId, status: "pending" });
      else terminal.print(message);
    }
  });

type RetryOptions = GlobalOptions & { readonly failedBy?: FailureSource };

/** Retries failed documents of one collection, or of all. */
export const retryDocuments = (collection: string | undefined, options: RetryOptions): Promise<void> =>
  withSession(options, async ({ client, isJson, printJson, terminal, signal }) => {
    const { failedBy } = options;
    const filter = { status: DocumentStatus.FAILED, ...(failedBy !== undefined && { failedBy }) };
    let queued = 0;
    for (const collectionName of await namesOf(client, collection, signal)) {
      // Listed before the retry: a document leaves this list as soon as it is processed again.
      const found = await Array.fromAsync(client.documents.all(collectionName, { ...filter, signal }));
      for (const { id: documentId } of found) {
        await client.documents.reprocessDocument({ collectionName, documentId }, { signal });
        queued += 1;
      }
    }
    if (isJson) printJson({ queued });
    else terminal.print(`${queued} ${queued === 1 ? "document" : "documents"} queued for reprocessing`);
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
    const { chunks } = await client.documents.listChunks(
      { collectionName, documentId, citations: options.json === true },
      { signal },
    );
    print(ChunkSchema, chunks, () => {
      for (const { chunkIndex, text, metadata } of chunks) {
        const page = typeof metadata["page"] === "number" ? `, page ${metadata["page"]}` : "";
        terminal.print(terminal.style("bold", `--- chunk ${chunkIndex}${page}`));
        terminal.print(text);
      }
    });
  });
