import type { Filter } from "@quarry/plugin/domain";
import { yieldToOthers } from "@quarry/plugin/time-slice";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Tables } from "../tables.ts";
import { isAnsweredByOldFacts } from "./canonical-progress.ts";
import { DocumentSet } from "./document-set.ts";
import type { FieldValueRange } from "./field-value-ranges.ts";
import { VALUE_START } from "./field-value-bytes.ts";
import { fieldValuesText, fieldValueText, forEachStored, isWholeText, lastBlockIn } from "./stored-field-values.ts";
import { filled } from "./write-field-values.ts";

/** Field values asked for at a time. */
const AT_ONCE = 1_024;
/** Rows read of a range before others run: a few milliseconds. */
const ROWS_AT_ONCE = 4_096;

/** Reads what is known of a collection's documents. */
export class FieldValueReader {
  readonly #kysely: Kysely<Tables>;
  readonly #collectionId: string;

  constructor(kysely: Kysely<Tables>, collectionId: string) {
    this.#kysely = kysely;
    this.#collectionId = collectionId;
  }

  /** Whether the index can't answer a filter while it has field values from before the canonical form. */
  isAnsweredByOldValues(filter: Filter): Promise<boolean> {
    return isAnsweredByOldFacts(this.#kysely, filter);
  }

  /** The documents that one of these is so of. */
  async having(...values: readonly Buffer[]): Promise<DocumentSet> {
    const found = new DocumentSet();
    for (let start = 0; start < values.length; start += AT_ONCE) {
      const rows = await this.#fieldValues()
        .select(fieldValueText.as("text"))
        .where("fact", "in", filled(values.slice(start, start + AT_ONCE)))
        .execute();
      for (const { text } of rows) addTo(found, text);
    }
    return found;
  }

  /** Whether any document has each of these field values, in their order. */
  async known(values: readonly Buffer[]): Promise<readonly boolean[]> {
    if (values.length === 0) return [];
    const rows = await this.#fieldValues().select("fact").distinct().where("fact", "in", filled(values)).execute();
    const found = new Set(rows.map(({ fact: fieldValue }) => Buffer.from(fieldValue).toString("latin1")));
    return values.map((each) => found.has(each.toString("latin1")));
  }

  async inRanges(ranges: readonly FieldValueRange[], holding?: Buffer): Promise<DocumentSet> {
    const found = new DocumentSet();
    for (const range of ranges) for await (const text of this.textsIn(range, holding)) addTo(found, text);
    return found;
  }

  /** Reads the rows in portions, in the order of field values; with `holding` only those whose value contains these bytes. */
  async *textsIn({ from, to }: FieldValueRange, holding?: Buffer): AsyncGenerator<string> {
    let [after, behind, limit] = [from, -1, ROWS_AT_ONCE];
    for (;;) {
      const some = this.#fieldValues()
        .select(["fact", "block", "data"])
        .where("fact", ">=", after)
        .where("fact", "<", to)
        .where((where) => where.or([where("fact", ">", after), where("block", ">", behind)]))
        .$if(holding !== undefined, (query) =>
          query.where(sql<boolean>`instr(substr(fact, ${sql.lit(VALUE_START + 1)}), ${holding}) > 0`),
        )
        .orderBy("fact")
        .orderBy("block")
        .limit(limit);
      const { text, count, last } = await this.#kysely
        .selectFrom(some.as("some"))
        .select(({ fn }) => [fieldValuesText.as("text"), fn.countAll().as("count"), fn.max("fact").as("last")])
        .executeTakeFirstOrThrow();
      if (text === null) return;
      if (isWholeText(text, Number(count))) {
        yield text;
        if (Number(count) < limit) return;
        after = Buffer.from(last);
        behind = lastBlockIn(text);
      } else if (limit === 1) throw new Error("a row of facts is cut off: group_concat_max_len is too low");
      else limit = Math.ceil(limit / 8);
      await yieldToOthers();
    }
  }

  #fieldValues() {
    return this.#kysely.selectFrom("document_facts").where("collection_id", "=", this.#collectionId);
  }
}

const addTo = (found: DocumentSet, text: string): void =>
  forEachStored(text, ({ block, start, end }) => found.addStored(block, text, start, end));
