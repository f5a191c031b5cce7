import type { DatabaseSync } from "node:sqlite";
import { BoundedMap, type Filter } from "@quarry/plugin/domain";
import type { TermFrequencies } from "@quarry/plugin";
import { analyze, searchTerms, spelledWords } from "@quarry/text";
import type { Answers, ReadOperation, StoredRepair } from "../passages/protocol.ts";
import { ChunkReads } from "./chunk-reads.ts";
import { DirectReads, type FilteredRows } from "./direct-reads.ts";
import { PassageReads } from "./passage-reads.ts";
import type { Checkpoint } from "@quarry/plugin/workers/inside";
import type { Column } from "../columns/column.ts";
import { passageRows } from "../columns/passage-rows.ts";
import type { FieldValueView } from "../columns/posting-source.ts";
import type { RowSet } from "../columns/row-set.ts";
import type { CachedPostings } from "../query/cached-postings.ts";
import { QueryScores } from "../query/query-scores.ts";
import { readQuery } from "../query/read-query.ts";
import { RowFilter } from "../query/row-filter.ts";
import { openForReading } from "./schema.ts";
import { type IndexView, locate, locateLive, type RowLocation } from "../query/index-view.ts";
import { SegmentViews } from "./segment-views.ts";
import type { RankedRow } from "../query/ranked-row.ts";
import { selectHits } from "../query/select-hits.ts";
import { SumArrays } from "../query/sum-arrays.ts";
import type { SegmentCache } from "../segment-cache.ts";
import type { WordList } from "../spelling/word-list.ts";
import { runToCompletion } from "../vectors/read/sliced.ts";
import { Spelling } from "./spelling.ts";

/**
 * Number of queries whose scores are cached per collection, at 8 bytes a passage: a hybrid search uses the same query
 * at least twice.
 */
const CACHED_SCORES = 2;

/**
 * Number of filters whose rows are cached per collection, at a few bits a passage: an agent sends many queries with the
 * same filter.
 */
const CACHED_FILTERS = 4;

/** Number of cached row numbers by passage id: some 3 MB. */
const CACHED_ROWS = 20_000;

/** Operations that concern one collection only. */
export type DataOperation = Exclude<ReadOperation, { readonly kind: "release" | "search" }>;

/** Reads one collection. Each operation runs in a snapshot of one commit. */
export class CollectionReader {
  readonly #database: DatabaseSync;
  readonly #segments: SegmentViews;
  readonly #passages: PassageReads;
  readonly #chunks: ChunkReads;
  readonly #direct: DirectReads;
  readonly #spelling: Spelling;
  readonly #rows = new Map<string, number>();
  readonly #sums = new SumArrays();
  /** Checkpoint of the running operation. */
  #checkpoint: Checkpoint = () => {};
  readonly #scores = new BoundedMap<string, QueryScores>(CACHED_SCORES, {
    dispose: (scores) => scores.recycle(this.#segments.view()),
  });

  readonly #filters = new BoundedMap<string, RowSet>(CACHED_FILTERS);

  constructor(
    path: string,
    collectionId: string,
    wordLists: SegmentCache<WordList>,
    postings: CachedPostings,
    columns: SegmentCache<Column>,
  ) {
    this.#database = openForReading(path, collectionId);
    this.#segments = new SegmentViews(this.#database, postings, columns, () => this.#checkpoint());
    this.#passages = new PassageReads(this.#database);
    this.#chunks = new ChunkReads(this.#database);
    this.#direct = new DirectReads(this.#database, (row) => this.#passages.byRow(row));
    this.#spelling = new Spelling(this.#segments, wordLists.collection());
  }

  /** Runs an operation. Fails with `GivenUp` as soon as `checkpoint` does. */
  run(operation: DataOperation, checkpoint: Checkpoint = () => {}): Answers[DataOperation["kind"]] {
    this.#checkpoint = checkpoint;
    this.#database.exec("begin");
    try {
      return this.#answer(operation);
    } finally {
      this.#database.exec("rollback");
    }
  }

  close(): void {
    this.#database.close();
  }

  #answer(operation: DataOperation): Answers[DataOperation["kind"]] {
    switch (operation.kind) {
      case "get":
        return this.#passages.get(operation.ids, operation.maxCharacters);
      case "listChunks":
        return this.#chunks.page(operation.documentId, operation.generation, operation.range);
      case "spanTexts":
        return this.#chunks.spanTexts(operation.spans);
      case "scan":
        return this.#passages.scan(operation.after, operation.limit);
      case "listDirect":
        return this.#direct.page(operation, operation.filter && this.#filtered(operation.filter));
      case "countDirect":
        return this.#direct.count(operation.filter && this.#filtered(operation.filter));
      case "indexedPaths":
        return this.#indexedPaths(operation);
      case "generations":
        return this.#passages.generations();
      case "vectorWrites":
        return this.#passages.vectorWrites();
      case "count":
        return this.#segments.view().liveCount;
      case "keywordSearch":
        return this.#keywordSearch(operation);
      case "keywordScores":
        return this.#keywordScores(operation.query, operation.ids);
      case "repairQuery":
        return this.#repairQuery(operation.query.toWellFormed());
      case "termFrequencies":
        return this.#termFrequencies(operation.terms);
    }
  }

  #keywordSearch({
    query,
    topK,
    filter,
    withPassages = false,
    maxCharacters,
  }: Extract<ReadOperation, { readonly kind: "keywordSearch" }>): Answers["keywordSearch"] {
    const filtered = filter && this.#filtered(filter);
    const rows = filtered?.rows;
    if (rows?.count === 0) return { hits: [], exhausted: true, ...(withPassages && { passages: [] }) };
    const scores = this.#score(query);
    const matches = this.#rowCheck(scores, filtered);
    const ranked = selectHits(scores, topK, { rows, matches }, (row) => this.#passages.idOf(row));
    const found = ranked.map(({ segment, ordinal }) => scores.view.segments[segment]!.rows[ordinal]!);
    const hits = found.map((row, index) => ({ ...this.#passages.identify(row), score: ranked[index]!.score }));
    const passages = withPassages ? this.#passages.byRows(found, maxCharacters) : undefined;
    return { hits, exhausted: hits.length < topK, ...(passages !== undefined && { passages }) };
  }

  #rowsOf(filter: Filter): RowSet {
    const view = this.#segments.fieldValues();
    const key = JSON.stringify(filter);
    const known = this.#filters.get(key);
    if (known?.view === view.passages) return known;
    const rows = this.#passageRows(filter, view);
    this.#filters.set(key, rows);
    return rows;
  }

  #passageRows(filter: Filter, view: FieldValueView): RowSet {
    return runToCompletion(passageRows(filter, view, this.#segments), this.#checkpoint);
  }

  #indexedPaths({ paths, within }: Extract<ReadOperation, { readonly kind: "indexedPaths" }>): readonly string[] {
    const view = this.#segments.fieldValues();
    const isKnown = within === undefined || this.#rowsOf(within).isExact;
    return isKnown ? paths.filter((path) => this.#isIndexed(path, within, view)) : paths;
  }

  #isIndexed(path: string, within: Filter | undefined, view: FieldValueView): boolean {
    const exists: Filter = { op: "exists", path, negated: false };
    const filter: Filter = within === undefined ? exists : { op: "and", filters: [within, exists] };
    return this.#passageRows(filter, view).count > 0;
  }

  #filtered(filter: Filter): FilteredRows {
    const rows = this.#rowsOf(filter);
    return { rows, undecidedFilter: rows.isExact ? undefined : new RowFilter(filter, this.#passages) };
  }

  /**
   * Returns the check for single rows: phrases in their texts, and conditions that their filter terms can't decide.
   */
  #rowCheck(scores: QueryScores, filtered: FilteredRows | undefined): ((row: RankedRow) => boolean) | undefined {
    if (scores.phrases.length === 0 && filtered?.undecidedFilter === undefined) return undefined;
    const textOf = (row: number) => this.#passages.textOf(row);
    return ({ segment, ordinal }) => {
      this.#checkpoint();
      const { rows, documents } = scores.view.segments[segment]!;
      const row = rows[ordinal]!;
      const undecidedFilter = filtered?.rows.isCertain(segment, ordinal) ? undefined : filtered?.undecidedFilter;
      if (undecidedFilter?.matches(row, documents[ordinal]!) === false) return false;
      return scores.hasPhrases(row, textOf);
    };
  }

  #keywordScores(query: string, ids: readonly string[]): Answers["keywordScores"] {
    const scores = this.#score(query);
    const { view } = scores;
    const found = ids.flatMap((id) => {
      const location = this.#locationOf(view, id);
      return location === undefined ? [] : [{ id, location }];
    });
    const values = scores.at(found.map(({ location }) => location));
    return found.map(({ id, location }, index) => {
      const row = view.segments[location.segment]!.rows[location.ordinal]!;
      const isMatch = values[index]! > 0 && scores.hasPhrases(row, (one) => this.#passages.textOf(one));
      return [id, isMatch ? values[index]! : 0] as const;
    });
  }

  /**
   * Returns the segment and ordinal of a passage. An id that is written again gets a new row, and the old one is
   * deleted: the cached row is then looked up again.
   */
  #locationOf(view: IndexView, id: string): RowLocation | undefined {
    const known = this.#rows.get(id);
    const location = known === undefined ? undefined : locateLive(view, known);
    if (location !== undefined) return location;
    this.#rows.delete(id);
    const row = this.#passages.rowOf(id);
    if (row === undefined) return undefined;
    if (this.#rows.size >= CACHED_ROWS) this.#rows.clear();
    this.#rows.set(id, row);
    return locate(view, row);
  }

  #repairQuery(query: string): StoredRepair {
    const repaired = this.#spelling.repair(this.#segments.view(), query);
    const terms = termsOf(repaired.query);
    const { documentCount, documentFrequencies } = this.#termFrequencies(terms);
    return { ...repaired, documentCount, frequencies: terms.map((term, index) => [term, documentFrequencies[index]!]) };
  }

  #termFrequencies(terms: readonly string[]): TermFrequencies {
    const view = this.#segments.view();
    const documentFrequencies = terms.map((term) => this.#segments.terms.frequencyIn(view, term));
    return { documentCount: view.liveCount, documentFrequencies };
  }

  #score(query: string): QueryScores {
    const view = this.#segments.view();
    const known = this.#scores.get(query);
    if (known?.view === view) return known;
    this.#scores.delete(query);
    return this.#scores.ensure(query, () => {
      const wellFormed = query.toWellFormed();
      const repaired = this.#spelling.repair(view, wellFormed);
      const terms = searchTerms(wellFormed);
      const repairedTerms = repaired.repairs.length === 0 ? terms : searchTerms(repaired.query);
      const readTerms = readQuery(this.#segments.terms, view, terms, repairedTerms);
      return new QueryScores(view, readTerms, this.#sums, () => this.#checkpoint());
    });
  }
}

/** Maximum number of terms whose frequencies are returned with a correction. A question has a few dozen. */
const MAX_RETURNED_TERMS = 128;

/** Returns the terms from which a query is embedded, and those that show whether its words are indexed. */
const termsOf = (query: string): readonly string[] => [
  ...new Set(
    [...spelledWords(query).words.flatMap(({ terms }) => terms), ...analyze(query)].slice(0, MAX_RETURNED_TERMS),
  ),
];
