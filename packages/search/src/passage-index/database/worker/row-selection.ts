import type { Filter, JsonObject } from "@quarry/plugin/domain";
import { isDeleted } from "../../postings/segment-rows.ts";
import type { QueryScores } from "../../ranking/query-scores.ts";
import { type MetadataSource, RowFilter, type SharedMetadata } from "../../ranking/row-filter.ts";
import type { RankedRow } from "../../ranking/top-rows.ts";
import type { PassageFacts } from "./passage-facts.ts";

/** Documents whose metadata is read at once, before rows are decided on; of more, only as they come up by rank. */
const DOCUMENTS_READ_FIRST = 4_096;

/** A filter over the rows of one query's scores, whose metadata is read in time. */
export class RowSelection {
  readonly #facts: PassageFacts;
  readonly #filter: RowFilter;
  readonly #documents: Map<number, SharedMetadata>;
  readonly #whole = new Map<number, JsonObject>();
  /** Whether a row was met that is not in the database any more; it matches nothing. */
  hasMissed = false;

  /** Reads what the filter asks of documents. */
  static async prepare(filter: Filter, scores: QueryScores, facts: PassageFacts): Promise<RowSelection> {
    const numbers = documentsOf(scores);
    const isAll = numbers.length <= DOCUMENTS_READ_FIRST;
    const documents = isAll ? await facts.documents(numbers) : new Map<number, SharedMetadata>();
    return new RowSelection(filter, facts, documents);
  }

  private constructor(filter: Filter, facts: PassageFacts, documents: ReadonlyMap<number, SharedMetadata>) {
    this.#facts = facts;
    this.#documents = new Map(documents);
    const source: MetadataSource = {
      shared: (document) => this.#documents.get(document)!,
      whole: (row) => this.#whole.get(row)!,
    };
    this.#filter = new RowFilter(filter, source);
  }

  /** Reads what decisions on these rows take. */
  async read(rows: readonly RankedRow[], { view }: QueryScores): Promise<void> {
    const documentOf = new Map<number, number>();
    for (const { segment, ordinal } of rows) {
      const { rows: seqs, documents } = view.segments[segment]!;
      documentOf.set(seqs[ordinal]!, documents[ordinal]!);
    }
    const unknown = [...new Set(documentOf.values())].filter((document) => !this.#documents.has(document));
    for (const [document, shared] of await this.#facts.documents(unknown)) this.#documents.set(document, shared);
    const alone = [...documentOf].flatMap(([seq, document]) => (this.#isAlone(document) ? [seq] : []));
    for (const [seq, metadata] of await this.#facts.whole(alone, (seq) => documentOf.get(seq)!)) {
      this.#whole.set(seq, metadata);
    }
  }

  matches = (row: number, document: number): boolean => {
    if (!this.#documents.has(document) || (this.#isAlone(document) && !this.#whole.has(row))) {
      this.hasMissed = true;
      return false;
    }
    return this.#filter.matches(row, document);
  };

  /** Whether its passages are decided on one by one. */
  #isAlone(document: number): boolean {
    return !this.#filter.isShared || this.#documents.get(document)?.documentId === "";
  }
}

const documentsOf = ({ view, scores }: QueryScores): readonly number[] => {
  const numbers = new Set<number>();
  let last = -1;
  for (const [segment, values] of scores.entries()) {
    if (values === undefined) continue;
    const { documents, deleted } = view.segments[segment]!;
    for (let ordinal = 0; ordinal < values.length; ordinal++) {
      // Passages of a document mostly follow one another.
      if (values[ordinal] === 0 || documents[ordinal] === last || isDeleted(deleted, ordinal)) continue;
      last = documents[ordinal]!;
      numbers.add(last);
    }
  }
  return [...numbers];
};
