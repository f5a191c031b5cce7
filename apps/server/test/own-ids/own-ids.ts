import { type Answer, type Api, documentsPath, type Failure } from "../harness/api.ts";
import type { Document } from "../harness/resources.ts";

/** Document with the fields beyond the contract. */
export interface OwnDocument extends Document {
  readonly external_id?: string;
  readonly content_hash: string;
  readonly expires_at?: string;
}

export type Fields = Readonly<Record<string, string>>;

/** Uploads a text under a name, with further form fields. */
export const send = (
  api: Api,
  collection: string,
  filename: string,
  text: string,
  fields: Fields = {},
): Promise<Answer<OwnDocument & Failure>> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob([text]), filename);
  return api.call("POST", documentsPath(collection), { body: form });
};

/** Returns the path of a document by its caller's own id. */
export const externalPath = (collection: string, externalId: string): string =>
  documentsPath(collection, `external/${encodeURIComponent(externalId)}`);

interface Found {
  readonly results: readonly {
    readonly document_id: string;
    readonly text: string;
    readonly metadata: Record<string, unknown>;
  }[];
}

/** Returns the results of a query, best first. */
export const found = async (
  api: Api,
  collection: string,
  query: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Found["results"]> =>
  (await api.expect<Found>(200, "POST", `/v1/collections/${collection}/query`, { json: { query, ...fields } })).results;
