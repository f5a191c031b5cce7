import { createHash } from "node:crypto";

/** SQL names of a collection's objects. */
export interface EntryTable {
  /** Quoted name with its schema. */
  readonly name: string;
  readonly keyIndex: string;
  readonly factsIndex: string;
  readonly vectorIndex: string;
  /** Name with its schema, in the form used to check for the index. */
  readonly vectorIndexPath: string;
}

/**
 * Returns the SQL names. A collection is a table with its name, which always fits: both are limited to 63 characters.
 * Indexes share the namespace of tables, so their names contain a hyphen, which no collection's name does, and a digest
 * instead of the truncated part.
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
