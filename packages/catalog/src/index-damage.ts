import type { PassageIndexError } from "@quarry/index";
import type { PluginError } from "@quarry/plugin";

/** Whether the error calls for a repair of the collection's index rather than a retry. */
export const isIndexDamage = (error: PassageIndexError | PluginError): boolean =>
  error._tag === "PluginError"
    ? error.reason === "damaged" || error.reason === "not_found"
    : error.isDamage || error.reason === "not_found" || error.reason === "restoring";
