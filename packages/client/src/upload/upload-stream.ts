import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Client } from "@connectrpc/connect";
import type { Document, DocumentService, UploadDocumentRequestSchema } from "@quarry/api";
import { IDEMPOTENCY_KEY } from "../calls/calling-transport.ts";
import type { Upload } from "./upload.ts";

/** Largest message of a stream: large enough to cost little, small enough to show progress. */
const CHUNK_BYTES = 65_536;

/** Sends a file as the messages of a stream, while it is read. */
export const uploadStream = async (
  service: Pick<Client<typeof DocumentService>, "uploadDocument">,
  upload: Upload,
  signal: AbortSignal,
): Promise<Document> => {
  const failure: { source?: unknown } = {};
  try {
    return await service.uploadDocument(messages(upload, failure), {
      signal,
      headers: { [IDEMPOTENCY_KEY]: upload.idempotencyKey },
    });
  } catch (error) {
    // A source that can't be read is no fault of the connection.
    throw "source" in failure ? failure.source : error;
  }
};

type UploadMessage = MessageInitShape<typeof UploadDocumentRequestSchema>;

async function* messages(upload: Upload, failure: { source?: unknown }): AsyncGenerator<UploadMessage> {
  const { source, filename, said, onProgress } = upload;
  const { metadata, externalId, onConflict, onDuplicate, expiresAt } = said;
  const size = source.size === undefined ? {} : { size: BigInt(source.size) };
  yield { message: { case: "header", value: { collectionName: upload.collection } } };
  if (metadata !== undefined) yield { message: { case: "metadata", value: metadata } };
  if (externalId !== undefined) yield { message: { case: "externalId", value: externalId } };
  if (onConflict !== undefined) yield { message: { case: "onConflict", value: onConflict } };
  if (onDuplicate !== undefined) yield { message: { case: "onDuplicate", value: onDuplicate } };
  if (expiresAt !== undefined) yield { message: { case: "expiresAt", value: timestampFromDate(expiresAt) } };
  yield { message: { case: "file", value: { filename, ...size } } };
  let sentBytes = 0;
  onProgress?.({ sentBytes, totalBytes: source.size });
  try {
    for await (const bytes of source.open()) {
      for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES) {
        const chunk = bytes.subarray(start, start + CHUNK_BYTES);
        yield { message: { case: "chunk", value: chunk } };
        sentBytes += chunk.byteLength;
        onProgress?.({ sentBytes, totalBytes: source.size });
      }
    }
  } catch (error) {
    failure.source = error;
    throw error;
  }
}
