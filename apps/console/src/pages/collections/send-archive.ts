import { ApiError } from "../../api/api-error.ts";
import { API_BASE } from "../../api/rest.ts";
import type { Collection } from "./use-collections.ts";

export interface Archive {
  readonly name: string;
  readonly file: File;
  readonly newIds: boolean;
  readonly reembed: boolean;
  /** Empty for none. */
  readonly embeddingKey: string;
}

/** Sends an archive. Uses XMLHttpRequest, because `fetch` does not report upload progress. */
export const sendArchive = (
  { name, file, newIds, reembed, embeddingKey }: Archive,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<Collection> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const query = new URLSearchParams({ ...(newIds && { new_ids: "true" }), ...(reembed && { reembed: "true" }) });
    request.open("POST", `${API_BASE}/v1/collections/${encodeURIComponent(name)}/import?${query}`);
    request.setRequestHeader("Content-Type", "application/x-tar");
    if (embeddingKey !== "") request.setRequestHeader("X-Embedding-Api-Key", embeddingKey);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(Math.floor((loaded / total) * 100)));
    request.addEventListener("load", () => {
      const body = bodyOf(request.responseText);
      if (request.status < 300) return resolve(body as Collection);
      const detail = (body as { readonly detail?: string } | undefined)?.detail;
      reject(
        new ApiError(
          detail ?? `${request.status} ${request.statusText}`,
          request.status,
          request.getResponseHeader("x-request-id") ?? undefined,
        ),
      );
    });
    request.addEventListener("error", () => reject(new TypeError("The service could not be reached")));
    request.addEventListener("abort", () => reject(signal.reason));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
