import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Tables } from "../tables.ts";
import { DocumentSet } from "./document-set.ts";
import type { FactRange } from "./fact-ranges.ts";
import { VALUE_START } from "./fact-values.ts";
import { filled } from "./write-facts.ts";

/** Facts asked for at a time, and rows read of a range before others have their turn: a few milliseconds. */
const AT_ONCE = 1_024;

/** Rows of facts, as they are stored. */
export interface StoredFact {
  readonly fact: Uint8Array;
  readonly block: number;
  readonly data: Uint8Array;
}

/** Reads what is known of a collection's documents. */
export class FactReader {
  readonly #kysely: Kysely<Tables>;
  readonly #collectionId: string;

  constructor(kysely: Kysely<Tables>, collectionId: string) {
    this.#kysely = kysely;
    this.#collectionId = collectionId;
  }

  /** The documents that one of these is so of. */
  async having(...facts: readonly Buffer[]): Promise<DocumentSet> {
    const found = new DocumentSet();
    for (let start = 0; start < facts.length; start += AT_ONCE) {
      const rows = await this.#facts()
        .select(["block", "data"])
        .where("fact", "in", filled(facts.slice(start, start + AT_ONCE)))
        .execute();
      for (const { block, data } of rows) found.addStored(block, data);
    }
    return found;
  }

  async inRanges(ranges: readonly FactRange[], holding?: Buffer): Promise<DocumentSet> {
    const found = new DocumentSet();
    for (const range of ranges) {
      for await (const rows of this.rowsIn(range, holding))
        for (const { block, data } of rows) found.addStored(block, data);
    }
    return found;
  }

  /** Some rows at a time, in the order of facts; with `holding` only those whose value has these bytes in it. */
  async *rowsIn({ from, to }: FactRange, holding?: Buffer): AsyncGenerator<readonly StoredFact[]> {
    let after: StoredFact | undefined;
    for (;;) {
      const last = after;
      const rows: readonly StoredFact[] = await this.#facts()
        .select(["fact", "block", "data"])
        .where("fact", ">=", last?.fact ?? from)
        .where("fact", "<", to)
        .$if(last !== undefined, (query) =>
          query.where((where) => where.or([where("fact", ">", last!.fact), where("block", ">", last!.block)])),
        )
        .$if(holding !== undefined, (query) =>
          query.where(sql<boolean>`instr(substr(fact, ${sql.lit(VALUE_START + 1)}), ${holding}) > 0`),
        )
        .orderBy("fact")
        .orderBy("block")
        .limit(AT_ONCE)
        .execute();
      yield rows;
      if (rows.length < AT_ONCE) return;
      after = rows.at(-1);
      await othersTurn();
    }
  }

  #facts() {
    return this.#kysely.selectFrom("document_facts").where("collection_id", "=", this.#collectionId);
  }
}

/** What else is to be done in this thread is done before it goes on. */
export const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
