import { setImmediate as nextTurn } from "node:timers/promises";
import type { TermFrequencies } from "@quarry/plugin";
import { searchTerms } from "@quarry/plugin/text";
import { BoundedMap } from "../../bounded-map.ts";
import type { Checkpoint } from "@quarry/plugin/workers/inside";
import type { KeywordResult } from "../../passage-index.ts";
import { PassageIndexError } from "../../passage-index-error.ts";
import { type IndexView, locate, locateLive, type Place } from "../../ranking/index-view.ts";
import { QueryScores } from "../../ranking/query-scores.ts";
import { neededTerms, readQuery } from "../../ranking/read-query.ts";
import type { PhraseCheck } from "../../ranking/phrase-check.ts";
import { selectInSteps } from "../../ranking/select-hits.ts";
import { SumArrays } from "../../ranking/sum-arrays.ts";
import type { RankedRow } from "../../ranking/top-rows.ts";
import type { SegmentWords } from "../../spelling/word-lists.ts";
import type { SearcherAnswers, SearcherOperation } from "../protocol.ts";
import type { AskDatabase, BlockReader } from "./block-reader.ts";
import { PassageFacts } from "./passage-facts.ts";
import { lookAt, PhraseSelection } from "./phrase-selection.ts";
import { RowSelection } from "./row-selection.ts";
import { Spelling } from "./spelling.ts";
import { StaleView } from "./stale-view.ts";
import { ViewCache } from "./view-cache.ts";

/** Queries whose scores are kept, 8 bytes a passage each: a hybrid search asks for the same query more than once. */
const SCORES_KEPT = 2;
/** Terms counted in one go, so that a query can slip in between. */
const TERMS_PER_TURN = 128;
/** How often a search begins again because others deleted what it was about to read. The last time it does without. */
const ATTEMPTS = 8;

/** Searches one collection. Each operation sees one version of the index as a whole. */
export class CollectionSearch {
  readonly #blocks: BlockReader;
  readonly #views: ViewCache;
  readonly #facts: PassageFacts;
  readonly #spelling: Spelling;
  readonly #scores = new BoundedMap<string, QueryScores>(SCORES_KEPT);

  constructor(collection: number, ask: AskDatabase, blocks: BlockReader, words: SegmentWords) {
    this.#blocks = blocks;
    this.#views = new ViewCache(collection, ask);
    this.#facts = new PassageFacts(collection, ask);
    this.#spelling = new Spelling(blocks, words);
  }

  /** What it keeps in memory, all but metadata and names. */
  get byteLength(): number {
    return this.#views.byteLength;
  }

  async run(operation: SearcherOperation, checkpoint: Checkpoint): Promise<SearcherAnswers[SearcherOperation["kind"]]> {
    for (let attempt = 1; ; attempt++) {
      const view = await this.#views.at(operation.version);
      try {
        checkpoint();
        return await this.#answer(view, operation, checkpoint, attempt === ATTEMPTS);
      } catch (error) {
        if (!(error instanceof StaleView)) throw error;
        if (attempt === ATTEMPTS) throw tooManyWrites();
        await this.#views.refresh();
      }
    }
  }

  #answer(
    view: IndexView,
    operation: SearcherOperation,
    checkpoint: Checkpoint,
    isLast: boolean,
  ): Promise<SearcherAnswers[SearcherOperation["kind"]]> {
    switch (operation.kind) {
      case "keywordSearch":
        return this.#search(view, operation, checkpoint, isLast);
      case "keywordScores":
        return this.#scoresOf(view, operation, checkpoint, isLast);
      case "repairQuery":
        return this.#spelling.repair(view, operation.query.toWellFormed());
      case "termFrequencies":
        return this.#frequencies(view, operation.terms, checkpoint);
    }
  }

  async #search(
    view: IndexView,
    { query, topK, filter }: Extract<SearcherOperation, { readonly kind: "keywordSearch" }>,
    checkpoint: Checkpoint,
    isLast: boolean,
  ): Promise<KeywordResult> {
    const scores = await this.#score(view, query, checkpoint);
    const filtered = filter && (await RowSelection.prepare(filter, scores, this.#facts));
    const selection = scores.phrases ? new PhraseSelection(scores.phrases, filtered, this.#facts) : filtered;
    const ranked = await this.#select(scores, topK, selection, checkpoint);
    const seqs = ranked.map(({ segment, ordinal }) => view.segments[segment]!.rows[ordinal]!);
    const identities = await this.#facts.identities(seqs);
    if (!isLast && (identities.size < seqs.length || selection?.hasMissed === true)) throw new StaleView();
    const hits = ranked.flatMap(({ score }, rank) => {
      const identity = identities.get(seqs[rank]!);
      if (identity === undefined) return [];
      const { id, vectorVersion, documentId, generation } = identity;
      return [{ id, vectorVersion, documentId, generation, score }];
    });
    return { hits, exhausted: ranked.length < topK };
  }

  /** Begins again when a tie was met between passages whose ids were not known yet, until there is none. */
  async #select(
    scores: QueryScores,
    topK: number,
    selection: RowSelection | PhraseSelection | undefined,
    checkpoint: Checkpoint,
  ): Promise<readonly RankedRow[]> {
    const ids = new Map<number, string>();
    for (;;) {
      const unknown = new Set<number>();
      const idOf = (seq: number): string => {
        const id = ids.get(seq);
        if (id === undefined) unknown.add(seq);
        return id ?? "";
      };
      const selector = selection && {
        matches: ({ segment, ordinal }: RankedRow) => {
          const { rows, documents } = scores.view.segments[segment]!;
          return selection.matches(rows[ordinal]!, documents[ordinal]!);
        },
      };
      const steps = selectInSteps(scores, topK, { selector }, idOf);
      let step = steps.next();
      while (step.done !== true) {
        checkpoint();
        await selection?.read(step.value, scores);
        step = steps.next();
      }
      if (unknown.size === 0) return step.value;
      const identities = await this.#facts.identities([...unknown]);
      for (const seq of unknown) ids.set(seq, identities.get(seq)?.id ?? "");
    }
  }

  async #scoresOf(
    view: IndexView,
    { query, ids }: Extract<SearcherOperation, { readonly kind: "keywordScores" }>,
    checkpoint: Checkpoint,
    isLast: boolean,
  ): Promise<SearcherAnswers["keywordScores"]> {
    const scores = await this.#score(view, query, checkpoint);
    const { phrases } = scores;
    const seqs = await this.#facts.seqs(ids, (seq) => locateLive(view, seq) !== undefined);
    const places: (Place & { readonly seq: number })[] = [];
    for (const seq of seqs.values()) {
      const place = locate(view, seq);
      if (place !== undefined) places.push({ ...place, seq });
      // It was put after the version that is seen.
      else if (!isLast) throw new StaleView();
    }
    const values = scores.at(places);
    const found = new Map(places.map(({ seq }, index) => [seq, values[index]!]));
    if (phrases !== undefined) await this.#dropWithout(phrases, found);
    return [...seqs].flatMap(([id, seq]) => (found.has(seq) ? [[id, found.get(seq)!] as const] : []));
  }

  /** Sets the scores to 0 of passages that don't hold the phrases. */
  async #dropWithout(phrases: PhraseCheck, scores: Map<number, number>): Promise<void> {
    const matching = [...scores].flatMap(([seq, score]) => (score > 0 ? [seq] : []));
    await lookAt(
      matching.filter((seq) => phrases.known(seq) === undefined),
      phrases,
      this.#facts,
    );
    for (const seq of matching) if (phrases.known(seq) !== true) scores.set(seq, 0);
  }

  async #frequencies(view: IndexView, terms: readonly string[], checkpoint: Checkpoint): Promise<TermFrequencies> {
    const documentFrequencies: number[] = [];
    for (let start = 0; start < terms.length; start += TERMS_PER_TURN) {
      const part = terms.slice(start, start + TERMS_PER_TURN);
      const source = await this.#blocks.read(view, part);
      for (const term of part) documentFrequencies.push(source.termIn(view, term).frequency);
      await nextTurn();
      checkpoint();
    }
    return { documentCount: view.liveCount, documentFrequencies };
  }

  async #score(view: IndexView, query: string, checkpoint: Checkpoint): Promise<QueryScores> {
    const known = this.#scores.get(query);
    if (known?.view === view) return known;
    const wellFormed = query.toWellFormed();
    const repaired = await this.#spelling.repair(view, wellFormed);
    checkpoint();
    const terms = searchTerms(wellFormed);
    const repairedTerms = repaired.repairs.length === 0 ? terms : searchTerms(repaired.query);
    const wanted = new Set([...neededTerms(view, terms), ...neededTerms(view, repairedTerms)]);
    const source = await this.#blocks.read(view, [...wanted]);
    checkpoint();
    const scores = new QueryScores(view, readQuery(source, view, terms, repairedTerms), new SumArrays());
    this.#scores.delete(query);
    return this.#scores.ensure(query, () => scores);
  }
}

const tooManyWrites = (): PassageIndexError =>
  new PassageIndexError({ reason: "busy", message: "the collection changed again and again while it was searched" });
