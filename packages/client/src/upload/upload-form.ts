import type { JsonObject } from "@bufbuild/protobuf";
import { DocumentSchema } from "@quarry/api";
import { IDEMPOTENCY_KEY } from "../calls/calling-transport.ts";
import type { Document } from "../contract.gen.ts";
import { fromAnswer } from "../errors/from-status.ts";
import type { FileFields, Upload } from "./upload.ts";

export interface FormTarget {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly fetch: typeof globalThis.fetch;
}

/** Sends a file as a form, as browsers must: fetch can't stream a request. */
export const uploadForm = async (target: FormTarget, upload: Upload, signal: AbortSignal): Promise<Document> => {
  const { source, filename, fields: message, onProgress } = upload;
  const file = await source.blob();
  const form = new FormData();
  // Sent before the file: an invalid field is then detected before the file is sent.
  for (const [name, value] of fieldsOf(message)) if (value !== undefined) form.append(name, value);
  form.append("file", file, filename);
  onProgress?.({ sentBytes: 0, totalBytes: file.size });
  const headers = new Headers({ [IDEMPOTENCY_KEY]: upload.idempotencyKey });
  if (target.apiKey !== undefined) headers.set("authorization", `Bearer ${target.apiKey}`);
  // Node's fetch mishandles a form whose request is already cancelled.
  signal.throwIfAborted();
  const url = `${target.baseUrl}/v1/collections/${encodeURIComponent(upload.collection)}/documents`;
  // Not called as a method: a browser's fetch must be called on the global object.
  const { fetch } = target;
  const answer = await fetch(url, { method: "POST", headers, body: form, signal });
  if (!answer.ok) throw await fromAnswer(answer);
  const document = toDocument((await answer.json()) as JsonObject);
  onProgress?.({ sentBytes: file.size, totalBytes: file.size });
  return document;
};

const fieldsOf = ({ metadata, externalId, onConflict, onDuplicate, expiresAt }: FileFields) =>
  [
    ["metadata", metadata && JSON.stringify(metadata)],
    ["external_id", externalId],
    ["on_conflict", onConflict],
    ["on_duplicate", onDuplicate],
    ["expires_at", expiresAt instanceof Date ? expiresAt.toISOString() : expiresAt],
  ] as const;

/** Converts the REST API's document, which differs from the client's only in its field names. */
const toDocument = (body: JsonObject): Document => {
  const fields = DocumentSchema.fields.map(({ name, localName }) => [localName, body[name]] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as unknown as Document;
};
