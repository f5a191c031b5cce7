import type { PlainVectorStore, PluginContext } from "@quarry/plugin";
import * as Collections from "./acme-collections.ts";
import * as Records from "./acme-records.ts";
import * as Search from "./acme-search.ts";
import type { AcmeSettings } from "./acme-settings.ts";
import { attempt } from "./acme-failure.ts";

export { PLUGIN_NAME } from "./acme-failure.ts";

/** Opens the store, which belongs to one process. Each operation of the contract is in its own file. */
export const openAcmeStore = (settings: AcmeSettings, context: PluginContext): Promise<PlainVectorStore> =>
  attempt(async () => {
    const collections = await Collections.openCollections(context.dataDirectory, settings);
    return {
      health: () => attempt(() => Collections.checkHealth(collections)),
      ensureCollection: (spec) => attempt(() => Collections.ensureCollection(collections, spec)),
      dropCollection: (name) => attempt(() => Collections.dropCollection(collections, name)),
      upsert: (name, records) => attempt(() => Records.upsert(collections, name, records)),
      get: (name, ids) => attempt(() => Records.get(collections, name, ids)),
      list: (name, request) => attempt(() => Records.list(collections, name, request)),
      count: (name, filter) => attempt(() => Records.count(collections, name, filter)),
      deleteByIds: (name, ids) => attempt(() => Records.deleteByIds(collections, name, ids)),
      deleteByFilter: (name, filter) => attempt(() => Records.deleteByFilter(collections, name, filter)),
      search: (name, request) => attempt(() => Search.search(collections, name, request)),
    };
  });
