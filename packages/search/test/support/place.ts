import { mysqlDatabaseLayer, sqliteDatabaseLayer } from "@quarry/store";
import { Layer, Redacted } from "effect";
import { join } from "node:path";
import type { IndexLayer } from "./index-home.ts";
import { sqlitePassageIndexLayer } from "../../src/passage-index/client/sqlite-passage-index.ts";
import { databasePassageIndexLayer } from "../../src/passage-index/database/database-passage-index.ts";

/** Where an index is, as it can be told to another process. */
export type Place =
  | { readonly kind: "files"; readonly directory: string }
  | { readonly kind: "sqlite"; readonly directory: string }
  | { readonly kind: "mysql"; readonly url: string };

export const layerAt = (place: Place): IndexLayer =>
  place.kind === "files"
    ? sqlitePassageIndexLayer({ directory: place.directory })
    : Layer.provide(
        databasePassageIndexLayer(),
        place.kind === "sqlite"
          ? sqliteDatabaseLayer({ path: join(place.directory, "quarry.db") })
          : mysqlDatabaseLayer({ url: Redacted.make(place.url) }),
      );
