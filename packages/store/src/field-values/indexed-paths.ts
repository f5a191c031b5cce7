import { type Filter, GIVEN_CHUNKS_TYPE } from "@quarry/plugin/domain";
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { FieldValueReader } from "./field-value-reader.ts";
import { UNINDEXED_PATH, fieldPathDigest, presentValue, encodeScalar } from "./field-value-bytes.ts";
import { matchFieldValues } from "./match-field-values.ts";

/** Metadata paths, and the documents in which they are looked up. */
export interface ExistingPathsRequest {
  readonly paths: readonly string[];
  /** Only documents that match. Default: the whole collection. */
  readonly within?: Filter | undefined;
  /** Whether to count chunks that have metadata of their own, which the index doesn't cover. Default false. */
  readonly ofChunks?: boolean | undefined;
}

/**
 * Returns those `paths` at which some document has a value. Costs two lookups of field values by key, and one per path
 * with `within`. Returns all paths if the index can't tell, which does not depend on the paths.
 */
export const indexedPaths = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  { paths, within, ofChunks = false }: ExistingPathsRequest,
): Promise<readonly string[]> => {
  const reader = new FieldValueReader(kysely, collectionId);
  const undecidable = [
    presentValue(UNINDEXED_PATH),
    ...(ofChunks ? [encodeScalar(fieldPathDigest("file_type"), GIVEN_CHUNKS_TYPE)] : []),
  ];
  if ((await reader.areIndexed(undecidable)).some(Boolean)) return paths;
  const values = paths.map((path) => presentValue(fieldPathDigest(path)));
  if (within === undefined) {
    const isIndexed = await reader.areIndexed(values);
    return paths.filter((_path, index) => isIndexed[index]);
  }
  const { possible, certain } = await matchFieldValues(reader, within);
  if (possible !== certain) return paths;
  const existing: string[] = [];
  for (const [index, path] of paths.entries()) {
    if ((await reader.documentsWith(values[index]!)).and(certain).count > 0) existing.push(path);
  }
  return existing;
};
