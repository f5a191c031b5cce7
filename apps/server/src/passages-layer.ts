import { join } from "node:path";
import { Plugins, type Settings } from "@quarry/host";
import { databasePassageIndexLayer, sqlitePassageIndexLayer } from "@quarry/search";
import { Effect, Layer } from "effect";

/** The passages with their words: in files of this process, or in the database, where a store may have the words. */
export const passagesLayer = ({ databaseUrl, dataDirectory }: Settings) =>
  databaseUrl === undefined
    ? sqlitePassageIndexLayer({ directory: join(dataDirectory, "passages") })
    : Layer.unwrap(Effect.map(Plugins, ({ keywordStore }) => databasePassageIndexLayer({ keywordStore })));
