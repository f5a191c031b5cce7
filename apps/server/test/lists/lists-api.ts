import { type Api, documentsPath, type Failure } from "../harness/api.ts";
import type { Document } from "../harness/resources.ts";
import { until } from "../harness/until.ts";

export interface Listing {
  readonly documents: readonly Document[];
  readonly total: number;
  readonly next_cursor?: string;
}

export interface Operation {
  readonly id: string;
  readonly collection: string;
  readonly kind: string;
  readonly state: "running" | "completed" | "cancelled" | "failed";
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly errors: readonly { readonly document_id: string; readonly error: string }[];
  readonly finished_at: string | null;
}

export interface Work {
  readonly matched: number;
  readonly done?: number;
  readonly errors: readonly { readonly document_id: string; readonly error: string }[];
  readonly operation?: Operation;
}

export const list = (api: Api, collection: string, parameters: Readonly<Record<string, unknown>>) => {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]),
  );
  return api.call<Listing & Failure>("GET", `${documentsPath(collection)}?${query.toString()}`);
};

export const names = async (api: Api, collection: string, parameters: Readonly<Record<string, unknown>>) =>
  (await list(api, collection, parameters)).body.documents.map(({ filename }) => filename);

export const work = (api: Api, collection: string, verb: "delete" | "reprocess" | "update", json: unknown) =>
  api.call<Work & Failure>("POST", documentsPath(collection, verb), { json });

export const operation = (api: Api, id: string): Promise<Operation> => api.expect(200, "GET", `/v1/operations/${id}`);

export const ended = (api: Api, id: string): Promise<Operation> =>
  until(`operation ${id} to end`, async () => {
    const now = await operation(api, id);
    return now.state === "running" ? undefined : now;
  });

/** Uploads small texts, a hundred at a time, without waiting for their processing. */
export const fill = async (
  api: Api,
  collection: string,
  count: number,
  metadata: unknown,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let start = 0; start < count; start += 100) {
    const form = new FormData();
    for (let index = start; index < Math.min(count, start + 100); index += 1) {
      form.append("files", new Blob([`Note ${index}`]), `note-${index}.txt`);
    }
    form.append("metadata", JSON.stringify(metadata));
    const path = documentsPath(collection, "batch", "upload");
    const { documents } = await api.expect<{ documents: Document[] }>(201, "POST", path, { body: form });
    ids.push(...documents.map(({ id }) => id));
  }
  return ids;
};
