import {
  type KeywordHit,
  type KeywordRequest,
  type KeywordResult,
  type RepairedQuery,
  type StoredPassage,
  parsePassages,
} from "@quarry/index";
import { compareStrings, type Filter } from "@quarry/plugin/domain";
import { MOST_TOLD_FREQUENCY, type TermFrequencies, type TermHit, type TermSearchResult } from "@quarry/plugin";
import { searchTerms } from "@quarry/text";

import type { CollectionState } from "../database/collection-state.ts";
import type { Query } from "../database/index-database.ts";
import { inBatches } from "../database/insert-rows.ts";

import { QueryTerms, groupsOf, termsOf } from "./query-terms.ts";
import type { CountsOfGroups, KnownCounts } from "./known-counts.ts";
import type { InspectedPassages, PassageInspection } from "./inspect-passages.ts";
import { readPassages, type ReadAtState, readSeqs, type StateMark } from "./read-passages.ts";
import { repairBy } from "./stored-spelling.ts";
import type { ExternalTermStore } from "./external-term-store.ts";
import { readUnsettled } from "./term-write-rows.ts";

/** Groups of terms counted by one request. */
const GROUPS_PER_REQUEST = 256;
/**
 * Hits requested in addition to those wanted: some may be deleted, and the store's order is only approximately the
 * exact one.
 */
const SPARE_HITS = 16;
/** Growth factor of the following pages. */
const PAGE_GROWTH = 4;
/** Relative tolerance between a store's scores and the exact ones: stores usually compute with 32-bit floats. */
const ROUNDING = 1e-6;

/** A query with the weights of its terms. */
interface WeighedQuery {
  readonly terms: QueryTerms;
  /** The query, if it contains phrases that a passage must contain. */
  readonly phrasesOf: string | undefined;
}

export interface ExternalTermSearchOptions {
  readonly store: ExternalTermStore;
  readonly query: Query;
  readonly known: KnownCounts;
  /** Inspects passages in a worker thread. */
  readonly look: (check: PassageInspection) => Promise<InspectedPassages>;
  readonly signal: AbortSignal;
}

/** Searches one collection at one state. */
export class ExternalTermSearch {
  readonly #store: ExternalTermStore;
  readonly #query: Query;
  readonly #state: CollectionState;
  readonly #counts: CountsOfGroups;
  readonly #inspect: ExternalTermSearchOptions["look"];
  readonly #signal: AbortSignal;
  #mark: StateMark | undefined;
  #isGone = false;

  constructor(state: CollectionState, { store, query, known, look: check, signal }: ExternalTermSearchOptions) {
    this.#store = store;
    this.#query = query;
    this.#state = state;
    this.#counts = known.at(state.number, state.version);
    this.#inspect = check;
    this.#signal = signal;
  }

  /** Whether the collection is known to have been in this state when its passages were last read. */
  get isOfNow(): boolean {
    return this.#mark?.version === this.#state.version && this.#mark.termsEnd === this.#state.termsEnd;
  }

  /** Whether the collection was dropped during the search: the hits may be incomplete. */
  get isGone(): boolean {
    return this.#isGone;
  }

  async frequencies(terms: readonly string[]): Promise<TermFrequencies> {
    const frequencyOf = await this.#frequencies(terms);
    return { documentCount: this.#state.liveCount, documentFrequencies: terms.map(frequencyOf) };
  }

  repair(query: string): Promise<RepairedQuery> {
    return repairBy(query, {
      frequencies: (terms) => this.#frequencies(terms),
      nearWords: (words, edits) => this.#store.nearWords(this.#state.number, words, edits, this.#signal),
    });
  }

  /**
   * Returns the best passages. The store returns candidates page by page, in the order of its own scores; each gets its
   * exact score. The search ends as soon as no passage outside the candidates can be among the best.
   */
  async search(request: KeywordRequest): Promise<KeywordResult> {
    const query = await this.#weighed(request.query);
    if (query.terms.terms.length === 0) return resultOf([], true, request.withPassages);
    const result = await this.#best(query, request);
    if (this.#mark === undefined) this.#marked(await readSeqs(this.#query, this.#state.number, []));
    this.#isGone = this.#mark === undefined;
    return result;
  }

  async #best(
    query: WeighedQuery,
    { topK, filter, storeFilter, withPassages }: KeywordRequest,
  ): Promise<KeywordResult> {
    const found: Valid[] = [];
    let after: string | undefined;
    for (let wanted = topK + SPARE_HITS; ; wanted *= PAGE_GROWTH) {
      const limit = Math.min(wanted, this.#store.maxHits);
      const request = { ...this.#requestOf(query), filter: (storeFilter ?? { filter }).filter, limit, after };
      // The state must be read after the store's answer: a collection's terms are removed once it is dropped.
      this.#mark = undefined;
      const page = await this.#store.search(this.#state.number, request, this.#signal);
      const left = storeFilter === undefined ? page.residual : filter;
      found.push(...(await this.#valid(query, page.hits, left, withPassages)));
      found.sort((a, b) => byRank(a.hit, b.hit));
      const isAll = page.next === undefined;
      if (isAll || isSure(query.terms, page, found[topK - 1]?.hit)) {
        return resultOf(found.slice(0, topK), isAll && found.length < topK, withPassages);
      }
      after = page.next;
    }
  }

  async scores(query: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const weighed = await this.#weighed(query);
    const seqs = this.#marked(await readSeqs(this.#query, this.#state.number, ids));
    const scores = new Map([...seqs.keys()].map((id) => [id, 0]));
    if (weighed.terms.terms.length === 0) return scores;
    const byKey = new Map([...seqs].map(([id, seq]) => [String(seq), id]));
    for (const keys of inBatches([...byKey.keys()], this.#store.maxHits)) {
      const request = { ...this.#requestOf(weighed), keys, limit: keys.length };
      const { hits } = await this.#store.search(this.#state.number, request, this.#signal);
      if (weighed.phrasesOf === undefined && !hits.some(isCapped)) {
        for (const hit of hits) scores.set(byKey.get(hit.key)!, weighed.terms.scoreOf(hit));
      } else {
        for (const { hit } of await this.#valid(weighed, hits, undefined)) scores.set(hit.id, hit.score);
      }
    }
    return scores;
  }

  #marked<Found>({ found, mark }: ReadAtState<Found>): Found {
    this.#mark = mark;
    return found;
  }

  #requestOf({ terms: { terms, required, norm } }: WeighedQuery) {
    return { terms, required, base: norm.base, slope: norm.slope };
  }

  /**
   * Returns the hits that are passages of the collection, match the part of the filter that the store could not apply,
   * and contain the phrases.
   */
  async #valid(
    query: WeighedQuery,
    hits: readonly TermHit[],
    filter: Filter | undefined,
    withPassages = false,
  ): Promise<readonly Valid[]> {
    const valid: Valid[] = [];
    for (const part of inBatches(hits)) valid.push(...(await this.#validOf(query, part, filter, withPassages)));
    return valid;
  }

  async #validOf(
    { terms, phrasesOf }: WeighedQuery,
    hits: readonly TermHit[],
    filter: Filter | undefined,
    withPassages: boolean,
  ): Promise<readonly Valid[]> {
    const needs = { texts: phrasesOf !== undefined || hits.some(isCapped), metadata: filter !== undefined };
    const read = withPassages ? { texts: true, metadata: true } : needs;
    const seqs = hits.map(({ key }) => Number(key));
    const stored = this.#marked(await readPassages(this.#query, this.#state.number, seqs, read));
    const found = hits.flatMap((hit) => {
      const passage = stored.get(Number(hit.key));
      return passage === undefined ? [] : [{ hit, passage }];
    });
    const check = (): PassageInspection => ({
      passages: found.map(({ passage: { text, contextText, layout, sharedMetadata, ownMetadata } }) => {
        return { text, contextText, layout, sharedMetadata, ownMetadata };
      }),
      phrasesOf,
      filter,
      terms: terms.terms.map(({ term }) => term),
      counted: found.map(({ hit }) => isCapped(hit)),
    });
    const seen = needs.texts || needs.metadata ? await this.#inspect(check()) : undefined;
    return found.flatMap(({ hit, passage }, index) => {
      if (seen?.matches[index] === false) return [];
      const { id, vectorVersion = "", documentId, generation } = passage;
      const score = terms.scoreOf(seen?.counts[index] ?? hit);
      return [{ hit: { id, vectorVersion, documentId, generation, score }, passage }];
    });
  }

  async #weighed(query: string): Promise<WeighedQuery> {
    const wellFormed = query.toWellFormed();
    const repaired = await this.repair(wellFormed);
    const terms = searchTerms(wellFormed);
    const repairedTerms = repaired.repairs.length === 0 ? terms : searchTerms(repaired.query);
    const both = terms === repairedTerms ? [terms] : [terms, repairedTerms];
    await this.#count(both.flatMap(termsOf).map((term) => [term]));
    await this.#count(both.flatMap((one) => groupsOf(one, this.#counts)));
    return {
      terms: new QueryTerms(this.#state, terms, repairedTerms, this.#counts),
      phrasesOf: terms.phrases.length === 0 ? undefined : wellFormed,
    };
  }

  async #frequencies(terms: readonly string[]): Promise<(term: string) => number> {
    await this.#count(terms.map((term) => [term]));
    const { liveCount } = this.#state;
    // The counts may already include passages that are being written.
    return (term) => Math.min(liveCount, this.#counts.of([term]));
  }

  async #count(groups: readonly (readonly string[])[]): Promise<void> {
    const unknown = this.#counts.unknown(groups);
    if (unknown.length === 0) return;
    const { number } = this.#state;
    // Excludes passages that are about to be added, and removed ones, including those left by a dead process.
    const without = await readUnsettled(this.#query, number);
    for (const part of inBatches(unknown, GROUPS_PER_REQUEST)) {
      const counts = await this.#store.count(number, part, without, this.#signal);
      for (const [index, group] of part.entries()) this.#counts.set(group, counts[index]!);
    }
  }
}

/** A hit, and the columns read of its passage. */
interface Valid {
  readonly hit: KeywordHit;
  readonly passage: StoredPassage;
}

const resultOf = async (found: readonly Valid[], exhausted: boolean, withPassages = false): Promise<KeywordResult> => {
  const hits = found.map(({ hit }) => hit);
  if (!withPassages) return { hits, exhausted };
  return { hits, exhausted, passages: await parsePassages(found.map(({ passage }) => passage)) };
};

/** Whether a store may have reported lower frequencies than the actual ones. */
const isCapped = ({ frequencies }: TermHit): boolean => frequencies.some((count) => count >= MOST_TOLD_FREQUENCY);

const byRank = (a: KeywordHit, b: KeywordHit): number => b.score - a.score || compareStrings(a.id, b.id);

/** Whether no passage after this page can rank before the last of the wanted hits. */
const isSure = (terms: QueryTerms, { hits, bound }: TermSearchResult, last: KeywordHit | undefined): boolean => {
  if (last === undefined || hits.length === 0) return false;
  if (last.score > bound * (1 + ROUNDING)) return true;
  // All following hits tie with the end of the page, and the store orders ties by id.
  return last.score === terms.scoreOf(hits.at(-1)!) && last.score * (1 + ROUNDING) >= bound;
};
