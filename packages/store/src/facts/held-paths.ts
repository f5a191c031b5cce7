import { type Filter, GIVEN_CHUNKS_TYPE } from "@quarry/plugin/domain";
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { FactReader } from "./fact-reader.ts";
import { CROWDED_PATH, factPath, presentFact, valueFact } from "./fact-values.ts";
import { matchFacts } from "./match-facts.ts";

/** Metadata paths, and whose metadata they are looked for in. */
export interface HeldPathsRequest {
  readonly paths: readonly string[];
  /** Only documents that match. Default: all of the collection. */
  readonly within?: Filter | undefined;
  /** Whether to count chunks that have metadata of their own, which the index doesn't cover. Default false. */
  readonly ofChunks?: boolean | undefined;
}

/**
 * Returns the `paths` at which some document has a value: two reads of facts by key, and one for each path where `within` is
 * given. Where facts can't tell, which has nothing to do with the paths, all of them.
 */
export const heldPaths = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  { paths, within, ofChunks = false }: HeldPathsRequest,
): Promise<readonly string[]> => {
  const reader = new FactReader(kysely, collectionId);
  const unreadable = [
    presentFact(CROWDED_PATH),
    ...(ofChunks ? [valueFact(factPath("file_type"), GIVEN_CHUNKS_TYPE)] : []),
  ];
  if ((await reader.known(unreadable)).some(Boolean)) return paths;
  const facts = paths.map((path) => presentFact(factPath(path)));
  if (within === undefined) {
    const known = await reader.known(facts);
    return paths.filter((_path, index) => known[index]);
  }
  const { may, sure } = await matchFacts(reader, within);
  if (may !== sure) return paths;
  const held: string[] = [];
  for (const [index, path] of paths.entries()) {
    if ((await reader.having(facts[index]!)).and(sure).count > 0) held.push(path);
  }
  return held;
};
