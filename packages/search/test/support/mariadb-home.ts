import { makeDatabase } from "@quarry/services";
import { mysqlDatabaseLayer } from "@quarry/store";
import { Effect, Layer, Redacted } from "effect";
import { databasePassageIndexLayer } from "../../src/index.ts";
import { homeOf, type IndexHome, type IndexLayer } from "./index-home.ts";
import { openSearchWords, type WordsServer } from "./words-servers.ts";

/** Returns the name under which the stores keep a database's terms. */
export const nameOf = (url: string): string => new URL(url).pathname.slice(1).replaceAll("_", "-");

/**
 * Creates the index in a MySQL database, with the terms on a server, by default that of the tests. `others` may have
 * stored them earlier.
 */
export const mysqlLayer = (
  url: string,
  server?: string,
  words: WordsServer = openSearchWords,
  others: readonly WordsServer[] = [],
): IndexLayer =>
  Layer.provide(
    Layer.unwrap(
      Effect.gen(function* () {
        const keywordStore = yield* words.open(nameOf(url), server);
        const otherStores = yield* Effect.all(others.map((other) => other.open(nameOf(url))));
        return databasePassageIndexLayer({ keywordStore, otherStores });
      }),
    ),
    mysqlDatabaseLayer({ url: Redacted.make(url) }),
  );

/** Creates homes in one database on the tests' MariaDB. Each has its own collections. */
export const mariadbHomes = (
  words: WordsServer = openSearchWords,
): {
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
        () => mysqlLayer(place, undefined, words),
        () => {},
      );
    },
    drop: async () => {
      if (made === undefined) return;
      const database = await made;
      await database.drop();
      await words.remove(nameOf(database.url));
    },
  };
};
