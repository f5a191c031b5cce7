import { mapSomeAtOnce, type NearWord } from "@quarry/plugin";
import { editDistance } from "@quarry/plugin/domain";
import { checkStatus } from "../milvus-failure.ts";
import { contains, isOneOf } from "../to-expression.ts";
import { wordVector } from "./sparse-terms.ts";
import { wordOf } from "./term-row.ts";
import type { TermTarget } from "./term-target.ts";

/** Candidates checked for a near word; those that share most with it come first. */
const WORDS_LOOKED_AT = 1_000;

/** Returns the number of records with any of each group's terms. */
export const countGroups = (
  target: TermTarget,
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
    if (group.length === 1) return await target.rows.count(`${any}${rest}`);
    const inOneRow = await target.rows.count(`parts == 1 and ${any}${rest}`);
    const others = new Set<unknown>();
    for await (const page of target.rows.matching(`parts > 1 and ${any}${rest}`, ["id", "record"])) {
      for (const row of page) others.add(row["record"]);
    }
    return inOneRow + others.size;
  });
};

export const findNearWords = (
  target: TermTarget,
  words: readonly string[],
  edits: number,
): Promise<readonly (readonly NearWord[])[]> =>
  mapSomeAtOnce(words, async (word) => {
    const { status, results } = await target.client.search({
      collection_name: target.name,
      anns_field: "vector",
      data: wordVector(word, edits),
      limit: WORDS_LOOKED_AT,
      filter: "parts == 0",
      metric_type: "IP",
      output_fields: ["id"],
      consistency_level: "Strong" as never,
    });
    checkStatus(status);
    const near = results.map(({ id }) => wordOf(id)).filter((other) => editDistance(word, other, edits) <= edits);
    const counted = await mapSomeAtOnce(near, async (other) => ({
      word: other,
      count: await target.rows.count(contains("words", [other])),
    }));
    return counted.filter(({ count }) => count > 0);
  });
