import { makeDatabase } from "@quarry/services";
import { mysqlDatabaseLayer } from "@quarry/store";
import { Effect, Layer, Redacted } from "effect";
import { databasePassageIndexLayer } from "../../src/index.ts";
import { homeOf, type IndexHome, type IndexLayer } from "./index-home.ts";
import { openSearchWords, type WordsServer } from "./words-servers.ts";

/** Name of the terms of a database in the stores. */
export const nameOf = (url: string): string => new URL(url).pathname.slice(1).replaceAll("_", "-");

/** The index in a database of MySQL, with the words on a server, on that of the tests by default; others may have had them before. */
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

/** Homes in one database of the MariaDB of the tests; each has collections of its own. */
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
