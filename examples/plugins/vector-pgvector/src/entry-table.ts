import { createHash } from "node:crypto";

/** Names in SQL of what belongs to one collection. */
export interface EntryTable {
  /** Quoted, with its schema. */
  readonly name: string;
  readonly keyIndex: string;
  readonly factsIndex: string;
  readonly vectorIndex: string;
  /** With its schema, as a search asks whether there is one. */
  readonly vectorIndexPath: string;
}

/**
 * A collection is a table of its name, which always fits: both may have 63 characters. Indexes share the namespace of
 * tables, so their names have a hyphen, which no collection has, and a digest in place of what would be cut off.
 */
export const entryTable = (schema: string, collection: string): EntryTable => {
  const digest = createHash("sha256").update(collection).digest("hex").slice(0, 32);
  const index = (purpose: string) => quoted(`${collection.slice(0, 20)}-${digest}-${purpose}`);
  return {
    name: `${quoted(schema)}.${quoted(collection)}`,
    keyIndex: index("key"),
    factsIndex: index("facts"),
    vectorIndex: index("vector"),
    vectorIndexPath: `${quoted(schema)}.${index("vector")}`,
  };
};

export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
