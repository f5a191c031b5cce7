import { sqlitePassageIndexLayer } from "@quarry/index";
import { join } from "node:path";
import { ConfigurationError, EMBEDDED_KEYWORD_INDEX, Plugins, type Settings } from "@quarry/host";
import { databasePassageIndexLayer } from "@quarry/search";
import { Effect, Layer } from "effect";

/** Provides the passages and their terms: in files of this process, or in the database with the terms in a store. */
export const passagesLayer = ({ databaseUrl, dataDirectory }: Settings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { keywordStore, keywordStores } = yield* Plugins;
      if (databaseUrl === undefined && keywordStore === undefined) {
        return sqlitePassageIndexLayer({ directory: join(dataDirectory, "passages") });
      }
      if (databaseUrl !== undefined && keywordStore !== undefined) {
        const otherStores = keywordStores.filter((store) => store !== keywordStore);
        return databasePassageIndexLayer({ keywordStore, otherStores });
      }
      return yield* new ConfigurationError({ problems: [problemOf(keywordStore?.name, keywordStores)] });
    }),
  );

const problemOf = (name: string | undefined, able: readonly { readonly name: string }[]): string => {
  if (name !== undefined) {
    return `keywordIndex: ${name} needs SERVICE_DATABASE_URL; without it terms are stored with their passages in files of this process (${EMBEDDED_KEYWORD_INDEX})`;
  }
  const names = able.length === 0 ? "no configured store does" : able.map((store) => store.name).join(", ");
  return `keywordIndex: with SERVICE_DATABASE_URL, keyword search needs a vector store that several processes share and that supports it, such as @quarry/vector-opensearch; available: ${names}`;
};
