import { PASSAGE_FIELDS } from "@quarry/index";
import type { JsonObject } from "@quarry/plugin/domain";
import { SERVICE_FIELDS } from "@quarry/store";

/**
 * Returns the names in the metadata of a document or uploaded chunk that are also fields of the service. In chunks the
 * service's fields replace them.
 */
export const shadowedFields = (metadata: JsonObject): readonly string[] =>
  [...SERVICE_FIELDS, ...PASSAGE_FIELDS].filter((name) => Object.hasOwn(metadata, name));

/** Returns the warnings about these names; empty if there are none. */
export const shadowWarnings = (
  names: Iterable<string>,
  subject: "metadata" | "chunks' metadata",
): readonly string[] => {
  const reported = [...names].join(", ");
  if (reported === "") return [];
  return [`${subject}: the service has fields of its own with the name ${reported}; filters and results mean these.`];
};
