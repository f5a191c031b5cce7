import type { JsonObject } from "@bufbuild/protobuf";
import { ChunkSchema, DocumentSchema, DocumentStatus } from "@quarry/api";
import { PartialFailure } from "../failures.ts";
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
      printTable(terminal, ["ID", "STATUS", "PASSAGES", "BYTES", "FILE", ""], rows);
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

export const reprocessDocument = (collectionName: string, documentId: string, options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, isJson, printJson, terminal, signal }) => {
    const { message } = await client.documents.reprocessDocument({ collectionName, documentId }, { signal });
    if (isJson) printJson({ id: documentId, status: "pending" });
    else terminal.print(message);
  });

export const showChunks = (collectionName: string, documentId: string, options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const { chunks } = await client.documents.listChunks({ collectionName, documentId }, { signal });
    print(ChunkSchema, chunks, () => {
      for (const { chunkIndex, text, metadata } of chunks) {
        const page = typeof metadata?.["page"] === "number" ? `, page ${metadata["page"]}` : "";
        terminal.print(terminal.style("bold", `--- passage ${chunkIndex}${page}`));
        terminal.print(text);
      }
    });
  });
