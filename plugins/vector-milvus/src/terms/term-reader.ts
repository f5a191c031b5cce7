import { mapSomeAtOnce, type NearWord } from "@quarry/plugin";
import { editDistance } from "@quarry/plugin/domain";
import type { MilvusRows } from "../milvus-rows.ts";
import { contains, isOneOf } from "../to-expression.ts";
import { wordVector } from "./sparse-terms.ts";
import { wordOf } from "./term-row.ts";

/** Candidates checked for a near word; those that share most with it come first. */
const WORDS_LOOKED_AT = 1_000;

/** Returns the number of records with any of each group's terms. */
export const countGroups = (
  rows: MilvusRows,
  groups: readonly (readonly string[])[],
  without: readonly string[],
): Promise<readonly number[]> => {
  const rest = without.length === 0 ? "" : ` and not (${isOneOf(without, "record")})`;
  return mapSomeAtOnce(groups, async (group) => {
    const any = contains(
      "terms",
      group.map((term) => term.toWellFormed()),
    );
    // Each term of a record is in exactly one of its rows.
    if (group.length === 1) return await rows.count(`${any}${rest}`);
    const inOneRow = await rows.count(`parts == 1 and ${any}${rest}`);
    const others = new Set<unknown>();
    for await (const page of rows.matching(`parts > 1 and ${any}${rest}`, ["id", "record"])) {
      for (const row of page) others.add(row["record"]);
    }
    return inOneRow + others.size;
  });
};

export const findNearWords = (
  rows: MilvusRows,
  words: readonly string[],
  edits: number,
): Promise<readonly (readonly NearWord[])[]> =>
  mapSomeAtOnce(words, async (word) => {
    const data = wordVector(word, edits);
    const found = await rows.nearest({ data, limit: WORDS_LOOKED_AT, filter: "parts == 0", output_fields: ["id"] });
    const near = found.map(({ id }) => wordOf(id)).filter((other) => editDistance(word, other, edits) <= edits);
    const counted = await mapSomeAtOnce(near, async (other) => ({
      word: other,
      count: await rows.count(contains("words", [other])),
    }));
    return counted.filter(({ count }) => count > 0);
  });
