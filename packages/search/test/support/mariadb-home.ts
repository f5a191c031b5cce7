import { makeDatabase } from "@quarry/services";
import { mysqlDatabaseLayer } from "@quarry/store";
import { Effect, Layer, Redacted } from "effect";
import { databasePassageIndexLayer } from "../../src/index.ts";
import { homeOf, type IndexHome, type IndexLayer } from "./index-home.ts";
import { openSearchWords, removeOpenSearchWords } from "./opensearch-words.ts";

/** Of the indices that have the words of a database. */
const prefixOf = (url: string): string => `${new URL(url).pathname.slice(1).replaceAll("_", "-")}-`;

/** The index in a database of MySQL, with the words in OpenSearch. */
export const mysqlLayer = (url: string): IndexLayer =>
  Layer.provide(
    Layer.unwrap(
      Effect.map(openSearchWords(prefixOf(url)), (keywordStore) => databasePassageIndexLayer({ keywordStore })),
    ),
    mysqlDatabaseLayer({ url: Redacted.make(url) }),
  );

/** Homes in one database of the MariaDB of the tests; each has collections of its own. */
export const mariadbHomes = (): {
  readonly url: () => Promise<string>;
  readonly makeHome: () => Promise<IndexHome>;
  readonly drop: () => Promise<void>;
} => {
  let made: ReturnType<typeof makeDatabase> | undefined;
  const url = async (): Promise<string> => (await (made ??= makeDatabase())).url;
  return {
    url,
    makeHome: async () => {
      const place = await url();
      return homeOf(
        () => mysqlLayer(place),
        () => {},
      );
    },
    drop: async () => {
      if (made === undefined) return;
      const database = await made;
      await database.drop();
      await removeOpenSearchWords(prefixOf(database.url));
    },
  };
};
