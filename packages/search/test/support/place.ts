import { Database } from "@quarry/store";
import { Layer, Redacted } from "effect";
import { join } from "node:path";
import { PassageIndex } from "../../src/index.ts";
import type { IndexLayer } from "./index-home.ts";

/** Where an index is, as it can be told to another process. */
export type Place =
  | { readonly kind: "files"; readonly directory: string }
  | { readonly kind: "sqlite"; readonly directory: string }
  | { readonly kind: "mysql"; readonly url: string };

export const layerAt = (place: Place): IndexLayer =>
  place.kind === "files"
    ? PassageIndex.layerSqlite({ directory: place.directory })
    : Layer.provide(
        PassageIndex.layerDatabase(),
        place.kind === "sqlite"
          ? Database.layerSqlite({ path: join(place.directory, "quarry.db") })
          : Database.layerMysql({ url: Redacted.make(place.url) }),
      );
