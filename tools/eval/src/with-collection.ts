import { Api } from "./api.ts";
import type { EvaluatedService } from "./service.ts";

export interface NamedFile {
  readonly name: string;
  readonly bytes: BlobPart;
}

export interface EvaluatedCollection {
  /** Begins the collection's name: lower-case letters, digits and underscores. */
  readonly name: string;
  /** Of the collection, beyond its name. */
  readonly settings: object;
  readonly files: readonly NamedFile[];
}

/** Asks a new collection with these files in it, all of them ready. It is deleted afterwards, whatever came of it. */
export const withCollection = async <Answer>(
  service: EvaluatedService,
  { name, settings, files }: EvaluatedCollection,
  ask: (api: Api, collection: string) => Promise<Answer>,
): Promise<Answer> => {
  const api = new Api(service);
  const collection = `eval_${name}_${Date.now().toString(36)}`;
  await api.call("POST", "/v1/collections", { name: collection, ...settings });
  try {
    await api.upload(collection, files);
    await api.untilReady(collection);
    await api.untilLearned();
    return await ask(api, collection);
  } finally {
    await api.call("DELETE", `/v1/collections/${collection}`);
  }
};
