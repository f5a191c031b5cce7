import type { IndexLayer } from "./index-home.ts";
import { sqlitePassageIndexLayer } from "../../../index/src/threads/sqlite-passage-index.ts";
import { mysqlLayer } from "./mariadb-home.ts";

/** Location of an index, in a form that another process can use. */
export type Place =
  | { readonly kind: "files"; readonly directory: string }
  | { readonly kind: "mysql"; readonly url: string };

export const layerAt = (place: Place): IndexLayer =>
  place.kind === "files" ? sqlitePassageIndexLayer({ directory: place.directory }) : mysqlLayer(place.url);
