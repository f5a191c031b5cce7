import { PASSAGE_FIELDS } from "@quarry/index";
import type { JsonObject } from "@quarry/plugin/domain";

import { SERVICE_FIELDS } from "@quarry/store";

/** The names in a document's, or a given chunk's, metadata that the service has fields of: in chunks these stand in their place. */
export const shadowedFields = (metadata: JsonObject): readonly string[] =>
  [...SERVICE_FIELDS, ...PASSAGE_FIELDS].filter((name) => Object.hasOwn(metadata, name));

/** The warnings about such names; empty where there are none. */
export const shadowWarnings = (names: Iterable<string>, whose: "metadata" | "chunks' metadata"): readonly string[] => {
  const reported = [...names].join(", ");
  if (reported === "") return [];
  return [`${whose}: the service has fields of its own with the name ${reported}; filters and results mean these.`];
};
