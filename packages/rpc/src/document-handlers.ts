import { type DownloadDocumentFileRequest, DocumentService } from "@quarry/api";
import { type DocumentFile, Documents, type StagedFile, Uploads, type UploadsShape } from "@quarry/catalog";
import { invalidArgument, limits, mediaTypeOf } from "@quarry/domain";
import { ProgressHub } from "@quarry/events";
import { Effect } from "effect";
import { type BoundService, bindService } from "./handler.ts";
import { fromDocumentStatus, toDocument, toStruct } from "./messages.ts";
import { runEffect } from "./run-effect.ts";
import { type UploadMessage, UploadReader } from "./upload-reader.ts";
import { watchProgress } from "./watch-progress.ts";

/** The rpcs of DocumentService. */
export const makeDocumentHandlers: Effect.Effect<BoundService, never, Documents | Uploads | ProgressHub> = Effect.gen(
  function* () {
    const documents = yield* Documents;
    const hub = yield* ProgressHub;
    const uploads = yield* Uploads;
    return bindService(DocumentService, {
      uploadDocument: async (requests) => toDocument(await receive(uploads, requests as AsyncIterable<UploadMessage>)),

      listDocuments: async (request) => {
        const status = fromDocumentStatus(request.status);
        const page = await runEffect(
          documents.list(request.collectionName, {
            limit: request.limit ?? limits.DEFAULT_PAGE_SIZE,
            offset: request.offset ?? 0,
            ...(status !== undefined && { status }),
          }),
        );
        return { documents: page.items.map(toDocument), total: page.total };
      },

      getDocument: async (request) =>
        toDocument(await runEffect(documents.get(request.collectionName, request.documentId))),

      deleteDocument: async (request) => {
        await runEffect(documents.remove(request.collectionName, request.documentId));
        return { status: "ok", message: `Document '${request.documentId}' deleted` };
      },

      listChunks: async (request) => {
        const page = await runEffect(documents.chunks(request.collectionName, request.documentId, request));
        return {
          chunks: page.passages.map(({ id, text, chunkIndex, metadata }) => ({
            id,
            text,
            chunkIndex,
            metadata: toStruct(metadata),
          })),
          total: page.total,
        };
      },

      watchDocumentProgress: (request, { signal }) => watchProgress(documents, hub, request, signal),

      downloadDocumentFile: async function* (request) {
        const file = await runEffect(documents.file(request.collectionName, request.documentId));
        const range = rangeOf(request, file.document.fileSize);
        const content = await runEffect(file.read({ start: range.offset, end: range.offset + range.length }));
        yield { message: { case: "info" as const, value: fileInfo(file, range) } };
        for await (const chunk of content.bytes) yield { message: { case: "chunk" as const, value: chunk } };
      },
    });
  },
);

/** One file and its metadata, which may stand before or behind it. */
const receive = async (uploads: UploadsShape, messages: AsyncIterable<UploadMessage>) => {
  const { collectionName, reader } = await UploadReader.open(messages);
  const collection = await runEffect(uploads.collection(collectionName));
  const file = await reader.nextFile();
  if (file === undefined) throw invalidArgument("file: is required");
  const staged = await runEffect(uploads.stage(collection, file.filename, file.bytes));
  await keepOrDiscard(uploads, staged, async () => {
    if ((await reader.nextFile()) !== undefined) throw invalidArgument("file: must be given once");
  });
  return runEffect(uploads.accept(staged, reader.metadata));
};

/** What follows the file may still refuse the upload; then nothing of it stays. */
const keepOrDiscard = async (uploads: UploadsShape, staged: StagedFile, rest: () => Promise<void>): Promise<void> => {
  try {
    await rest();
  } catch (error) {
    await runEffect(Effect.ignore(uploads.discard(staged)));
    throw error;
  }
};

interface Range {
  readonly offset: number;
  readonly length: number;
}

/**
 * A negative offset counts from the end. One at or after the end gives no bytes, as the contract says: REST then answers
 * 416 with the file's size.
 */
const rangeOf = (request: DownloadDocumentFileRequest, size: number): Range => {
  const asked = Number(request.offset ?? 0n);
  const offset = asked < 0 ? Math.max(0, size + asked) : Math.min(asked, size);
  const length = Math.min(size - offset, Number(request.length ?? size));
  return { offset, length };
};

const fileInfo = ({ document }: DocumentFile, range: Range) => ({
  filename: document.filename,
  mediaType: mediaTypeOf(document.fileType),
  size: BigInt(document.fileSize),
  etag: document.contentHash,
  offset: BigInt(range.offset),
  length: BigInt(range.length),
});
