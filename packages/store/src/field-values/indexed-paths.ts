import { type Filter, GIVEN_CHUNKS_TYPE } from "@quarry/plugin/domain";
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { FieldValueReader } from "./field-value-reader.ts";
import { CROWDED_PATH, fieldPathDigest, presentValue, scalarValue } from "./field-value-bytes.ts";
import { matchFieldValues } from "./match-field-values.ts";

/** Metadata paths, and whose metadata they are looked for in. */
export interface ExistingPathsRequest {
  readonly paths: readonly string[];
  /** Only documents that match. Default: all of the collection. */
  readonly within?: Filter | undefined;
  /** Whether to count chunks that have metadata of their own, which the index doesn't cover. Default false. */
  readonly ofChunks?: boolean | undefined;
}

/**
 * Returns the `paths` at which some document has a value: two reads of field values by key, and one for each path where `within` is
 * given. Where field values can't tell, which has nothing to do with the paths, all of them.
 */
export const heldPaths = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  { paths, within, ofChunks = false }: ExistingPathsRequest,
): Promise<readonly string[]> => {
  const reader = new FieldValueReader(kysely, collectionId);
  const unreadable = [
    presentValue(CROWDED_PATH),
    ...(ofChunks ? [scalarValue(fieldPathDigest("file_type"), GIVEN_CHUNKS_TYPE)] : []),
  ];
  if ((await reader.known(unreadable)).some(Boolean)) return paths;
  const values = paths.map((path) => presentValue(fieldPathDigest(path)));
  if (within === undefined) {
    const known = await reader.known(values);
    return paths.filter((_path, index) => known[index]);
  }
  const { may, sure } = await matchFieldValues(reader, within);
  if (may !== sure) return paths;
  const existing: string[] = [];
  for (const [index, path] of paths.entries()) {
    if ((await reader.having(values[index]!)).and(sure).count > 0) existing.push(path);
  }
  return existing;
};
