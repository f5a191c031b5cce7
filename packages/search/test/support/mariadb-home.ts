import { makeDatabase } from "@quarry/services";
import { mysqlDatabaseLayer } from "@quarry/store";
import { Layer, Redacted } from "effect";
import { databasePassageIndexLayer, type DatabasePassageIndexOptions } from "../../src/index.ts";
import { homeOf, type IndexHome, type IndexLayer } from "./index-home.ts";

/** The index in a database of MySQL. */
export const mysqlLayer = (url: string, options?: DatabasePassageIndexOptions): IndexLayer =>
  Layer.provide(databasePassageIndexLayer(options), mysqlDatabaseLayer({ url: Redacted.make(url) }));

/** Homes in one database of the MariaDB of the tests; each has collections of its own. */
export const mariadbHomes = (): {
  readonly url: () => Promise<string>;
  readonly makeHome: (options?: DatabasePassageIndexOptions) => Promise<IndexHome>;
  readonly drop: () => Promise<void>;
} => {
  let made: ReturnType<typeof makeDatabase> | undefined;
  const url = async (): Promise<string> => (await (made ??= makeDatabase())).url;
  return {
    url,
    makeHome: async (options) => {
      const place = await url();
      return homeOf(
        () => mysqlLayer(place, options),
        () => {},
      );
    },
    drop: async () => (await made)?.drop(),
  };
};
