import type { KeywordRequest, KeywordResult, Passage, RepairedQuery } from "@quarry/index";
import type { TermFrequencies } from "@quarry/plugin";

import type { CollectionState } from "./collection-state.ts";
import type { Query } from "./index-database.ts";

/** Passages of one put, each id once, with what was made of them before its transaction. */
export interface PreparedPassages {
  /** Every metadata that passages share, once, as JSON. */
  readonly shared: readonly string[];
  /** Per passage, which of `shared` is its own. */
  readonly sharedOf: readonly number[];
  /** Per passage, the metadata of its own as JSON. */
  readonly own: readonly string[];
  /** Per passage, its length in terms. */
  readonly lengths: ArrayLike<number>;
}

/** A deleted passage: its number and its length in terms. */
export interface DeletedPassage {
  readonly seq: number;
  readonly length: number;
}

/** Changes of one transaction to the terms of its collection, which it has locked. */
export interface TermsWrite<Prepared extends PreparedPassages = PreparedPassages> {
  // Methods: each home takes what it has prepared itself.
  /** Adds passages, given the numbers of their documents. Gives the passages' numbers, which no other passage ever has. */
  add(prepared: Prepared, documents: readonly number[]): Promise<readonly number[]>;
  /** Removes passages of the collection. Once, at the end. */
  remove(deleted: readonly DeletedPassage[]): Promise<void>;
}

/** Index of the terms of passages whose texts are in the database; answers keyword searches. */
export interface DatabaseTerms<Prepared extends PreparedPassages = PreparedPassages> {
  /** Called when the collection is made, and again by each caller that finds it made. */
  ensure(collection: number): Promise<void>;
  /** Removes all that the collection's words take; it is dropped. May be repeated. */
  drop(collection: number): Promise<void>;
  /** All of a put that can be done before its transaction. */
  prepare(collectionId: string, passages: readonly Passage[]): Promise<Prepared>;
  /** The transaction of what was prepared failed, or will not come. */
  abandon(prepared: Prepared): Promise<void>;
  /** Begins in a transaction that has locked the collection. */
  write(query: Query, state: CollectionState): Promise<TermsWrite<Prepared>>;
  /** After the commit; before anybody hears of it. Never rejects. */
  committed(collection: number): Promise<void>;
  keywordSearch(collectionId: string, request: KeywordRequest, signal: AbortSignal): Promise<KeywordResult>;
  keywordScores(
    collectionId: string,
    query: string,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>>;
  repairQuery(collectionId: string, query: string, signal: AbortSignal): Promise<RepairedQuery>;
  termFrequencies(collectionId: string, terms: readonly string[], signal: AbortSignal): Promise<TermFrequencies>;
  /** Ends what was begun. */
  close(): Promise<void>;
}
