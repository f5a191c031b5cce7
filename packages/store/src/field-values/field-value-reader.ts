import type { Filter } from "@quarry/plugin/domain";
import { yieldToOthers } from "@quarry/plugin/time-slice";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";
import { needsCanonicalForm } from "./canonical-progress.ts";
import { DocumentSet } from "./document-set.ts";
import type { FieldValueRange } from "./field-value-ranges.ts";
import { VALUE_START } from "./field-value-bytes.ts";
import { fieldValuesText, fieldValueText, forEachStored, isWholeText, lastBlockIn } from "./stored-field-values.ts";
import { padToPowerOfTwo } from "./write-field-values.ts";

/** Field values per query. */
const VALUES_PER_QUERY = 1_024;
/** Rows of a range read before other work runs: a few milliseconds. */
const ROWS_PER_PAGE = 4_096;

/** Reads the indexed field values of a collection's documents. */
export class FieldValueReader {
  readonly #kysely: Kysely<Tables>;
  readonly #collectionId: string;

  constructor(kysely: Kysely<Tables>, collectionId: string) {
    this.#kysely = kysely;
    this.#collectionId = collectionId;
  }

  /** Whether the index can't answer a filter while it has field values from before the canonical form. */
  isUnanswerable(filter: Filter): Promise<boolean> {
    return needsCanonicalForm(this.#kysely, filter);
  }

  /** Returns the documents that have at least one of these field values. */
  async documentsWith(...values: readonly Buffer[]): Promise<DocumentSet> {
    const found = new DocumentSet();
    for (let start = 0; start < values.length; start += VALUES_PER_QUERY) {
      const rows = await this.#fieldValues()
        .select(fieldValueText.as("text"))
        .where("fact", "in", padToPowerOfTwo(values.slice(start, start + VALUES_PER_QUERY)))
        .execute();
      for (const { text } of rows) addTo(found, text);
    }
    return found;
  }

  /** Returns for each of these field values, in order, whether any document has it. */
  async areIndexed(values: readonly Buffer[]): Promise<readonly boolean[]> {
    if (values.length === 0) return [];
    const rows = await this.#fieldValues()
      .select("fact")
      .distinct()
      .where("fact", "in", padToPowerOfTwo(values))
      .execute();
    const found = new Set(rows.map(({ fact: fieldValue }) => Buffer.from(fieldValue).toString("latin1")));
    return values.map((each) => found.has(each.toString("latin1")));
  }

  async documentsInRanges(ranges: readonly FieldValueRange[], substring?: Buffer): Promise<DocumentSet> {
    const found = new DocumentSet();
    for (const range of ranges) for await (const text of this.rowTexts(range, substring)) addTo(found, text);
    return found;
  }

  /**
   * Reads the rows in batches, in the order of field values. With `substring`, only rows whose value contains these
   * bytes.
   */
  async *rowTexts({ from, to }: FieldValueRange, substring?: Buffer): AsyncGenerator<string> {
    let [after, afterBlock, limit] = [from, -1, ROWS_PER_PAGE];
    for (;;) {
      const page = this.#fieldValues()
        .select(["fact", "block", "data"])
        .where("fact", ">=", after)
        .where("fact", "<", to)
        .where((where) => where.or([where("fact", ">", after), where("block", ">", afterBlock)]))
        .$if(substring !== undefined, (query) =>
          query.where(sql<boolean>`instr(substr(fact, ${sql.lit(VALUE_START + 1)}), ${substring}) > 0`),
        )
        .orderBy("fact")
        .orderBy("block")
        .limit(limit);
      const { text, count, last } = await this.#kysely
        .selectFrom(page.as("some"))
        .select(({ fn }) => [fieldValuesText.as("text"), fn.countAll().as("count"), fn.max("fact").as("last")])
        .executeTakeFirstOrThrow();
      if (text === null) return;
      if (isWholeText(text, Number(count))) {
        yield text;
        if (Number(count) < limit) return;
        after = Buffer.from(last);
        afterBlock = lastBlockIn(text);
      } else if (limit === 1) throw new Error("a row of field values is truncated: group_concat_max_len is too low");
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
