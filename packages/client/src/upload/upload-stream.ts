import { IDEMPOTENCY_KEY } from "../calls/calling-transport.ts";
import type { Document, DocumentServiceCalls, UploadDocumentRequest } from "../contract.gen.ts";
import type { Upload } from "./upload.ts";

/** Largest message of a stream: large enough to cost little, small enough to show progress. */
const CHUNK_BYTES = 65_536;

/** Sends a file as the messages of a stream while it is read. */
export const uploadStream = async (
  service: Pick<DocumentServiceCalls, "uploadDocument">,
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
    // An error of the source is not an error of the connection.
    throw "source" in failure ? failure.source : error;
  }
};

async function* messages(upload: Upload, failure: { source?: unknown }): AsyncGenerator<UploadDocumentRequest> {
  const { source, filename, fields: message, onProgress } = upload;
  const { metadata, externalId, onConflict, onDuplicate, expiresAt } = message;
  yield { header: { collectionName: upload.collection } };
  if (metadata !== undefined) yield { metadata };
  if (externalId !== undefined) yield { externalId };
  if (onConflict !== undefined) yield { onConflict };
  if (onDuplicate !== undefined) yield { onDuplicate };
  if (expiresAt !== undefined) yield { expiresAt };
  yield { file: { filename, size: source.size } };
  let sentBytes = 0;
  onProgress?.({ sentBytes, totalBytes: source.size });
  try {
    for await (const bytes of source.open()) {
      for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES) {
        const chunk = bytes.subarray(start, start + CHUNK_BYTES);
        yield { chunk };
        sentBytes += chunk.byteLength;
        onProgress?.({ sentBytes, totalBytes: source.size });
      }
    }
  } catch (error) {
    failure.source = error;
    throw error;
  }
}
