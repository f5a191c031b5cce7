import { ApiError } from "../../../api/api-error.ts";
import { API_BASE, type contract, type Message } from "../../../api/rest.ts";

export interface FileToSend {
  readonly collection: string;
  readonly file: File;
  readonly path: string | undefined;
  /** Whether the file's path, or its name, is the external id, and a document with this id is replaced. */
  readonly isReplacing: boolean;
  /** Idempotency key: resending the file after a broken connection creates no second document. */
  readonly idempotencyKey: string;
  readonly onSent: (bytes: number) => void;
}

export interface Sending {
  /** Rejects with `ApiError` for a refusal, and with another error if there was no response. */
  readonly done: Promise<Message<contract.Document>>;
  readonly abort: () => void;
}

/** Statuses for a new document, and for one that already existed. */
const TAKEN = new Set([200, 201]);

/** Sends a file. Uses XMLHttpRequest, because `fetch` does not report upload progress. */
export const sendFile = ({ collection, file, path, isReplacing, idempotencyKey, onSent }: FileToSend): Sending => {
  const request = new XMLHttpRequest();
  const form = new FormData();
  // Sent before the file: it must be known when the file begins.
  if (path !== undefined) form.append("metadata", JSON.stringify({ path }));
  if (isReplacing) {
    form.append("external_id", path ?? file.name);
    form.append("on_conflict", "replace");
  }
  form.append("file", file, file.name);
  const done = new Promise<Message<contract.Document>>((resolve, reject) => {
    request.upload.addEventListener("progress", ({ loaded }) => onSent(Math.min(loaded, file.size)));
    request.addEventListener("load", () => {
      if (TAKEN.has(request.status)) resolve(JSON.parse(request.responseText) as Message<contract.Document>);
      else reject(refusal(request));
    });
    request.addEventListener("error", () => reject(new Error("The connection broke")));
    request.addEventListener("abort", () => reject(new DOMException("Cancelled", "AbortError")));
  });
  request.open("POST", `${API_BASE}/v1/collections/${encodeURIComponent(collection)}/documents`);
  request.setRequestHeader("Idempotency-Key", idempotencyKey);
  request.send(form);
  return { done, abort: () => request.abort() };
};

const refusal = (request: XMLHttpRequest): ApiError => {
  const requestId = request.getResponseHeader("x-request-id") ?? undefined;
  return new ApiError(detailOf(request), request.status, requestId);
};

const detailOf = ({ responseText, status, statusText }: XMLHttpRequest): string => {
  try {
    return String((JSON.parse(responseText) as { readonly detail: unknown }).detail);
  } catch {
    // A proxy between the page and the service answered in its own format.
    return `${status} ${statusText}`;
  }
};
