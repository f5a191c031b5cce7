import { fromJson, type JsonObject } from "@bufbuild/protobuf";
import { type Document, DocumentSchema, OnConflict, OnDuplicate } from "@quarry/api";
import { IDEMPOTENCY_KEY } from "../calls/calling-transport.ts";
import { fromAnswer } from "../errors/from-status.ts";
import type { SaidOfFile, Upload } from "./upload.ts";

export interface FormTarget {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly fetch: typeof globalThis.fetch;
}

/** Sends a file as a form, as browsers must: fetch can't stream a request. */
export const uploadForm = async (target: FormTarget, upload: Upload, signal: AbortSignal): Promise<Document> => {
  const { source, filename, said, onProgress } = upload;
  const file = await source.blob();
  const form = new FormData();
  // Before the file, so that a wrong one is noticed before the file is sent.
  for (const [name, value] of fieldsOf(said)) if (value !== undefined) form.append(name, value);
  form.append("file", file, filename);
  onProgress?.({ sentBytes: 0, totalBytes: file.size });
  const headers = new Headers({ [IDEMPOTENCY_KEY]: upload.idempotencyKey });
  if (target.apiKey !== undefined) headers.set("authorization", `Bearer ${target.apiKey}`);
  // Node's fetch takes it badly when a form is to be sent that is already cancelled.
  signal.throwIfAborted();
  const url = `${target.baseUrl}/v1/collections/${encodeURIComponent(upload.collection)}/documents`;
  const answer = await target.fetch(url, { method: "POST", headers, body: form, signal });
  if (!answer.ok) throw await fromAnswer(answer);
  const document = toDocument((await answer.json()) as JsonObject);
  onProgress?.({ sentBytes: file.size, totalBytes: file.size });
  return document;
};

const fieldsOf = ({ metadata, externalId, onConflict, onDuplicate, expiresAt }: SaidOfFile) =>
  [
    ["metadata", metadata && JSON.stringify(metadata)],
    ["external_id", externalId],
    ["on_conflict", wordOf(OnConflict, onConflict)],
    ["on_duplicate", wordOf(OnDuplicate, onDuplicate)],
    ["expires_at", expiresAt?.toISOString()],
  ] as const;

const wordOf = (choices: Readonly<Record<string, number>>, choice: number | undefined): string | undefined =>
  Object.keys(choices)
    .find((name) => choices[name] === choice)
    ?.toLowerCase();

/** The REST API's own spelling of a document differs from Protobuf's JSON in the names of statuses. */
const toDocument = (body: JsonObject): Document => {
  const status = `DOCUMENT_STATUS_${String(body["status"]).toUpperCase()}`;
  return fromJson(DocumentSchema, { ...body, status }, { ignoreUnknownFields: true });
};
