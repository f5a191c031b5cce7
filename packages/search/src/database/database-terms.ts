import type { KeywordRequest, KeywordResult, Passage, RepairedQuery } from "@quarry/index";
import type { TermFrequencies } from "@quarry/plugin";

import type { CollectionState } from "./collection-state.ts";
import type { Query } from "./index-database.ts";

/** Passages of one put, each id once, with the data computed before its transaction. */
export interface PreparedPassages {
  /** Distinct metadata objects that passages share, as JSON. */
  readonly shared: readonly string[];
  /** Index of each passage's metadata in `shared`. */
  readonly sharedOf: readonly number[];
  /** Each passage's own metadata as JSON. */
  readonly own: readonly string[];
  /** Length of each passage in terms. */
  readonly lengths: ArrayLike<number>;
}

/** A deleted passage: its number and its length in terms. */
export interface DeletedPassage {
  readonly seq: number;
  readonly length: number;
}

/** Changes to a collection's terms in one transaction, which has locked the collection. */
export interface TermsWrite<Prepared extends PreparedPassages = PreparedPassages> {
  // Declared as methods, because each implementation accepts the data that it has prepared itself.
  /** Adds passages in the documents with these numbers. Returns the passages' numbers, which are never reused. */
  add(prepared: Prepared, documents: readonly number[]): Promise<readonly number[]>;
  /** Removes passages of the collection. Called once, at the end. */
  remove(deleted: readonly DeletedPassage[]): Promise<void>;
}

/** Index of the terms of passages whose texts are in the database; answers keyword searches. */
export interface DatabaseTerms<Prepared extends PreparedPassages = PreparedPassages> {
  /** Called when the collection is created, and again by each caller that finds it created. */
  ensure(collection: number): Promise<void>;
  /** Removes all data of a dropped collection's terms. Idempotent. */
  drop(collection: number): Promise<void>;
  /** Does all work of a put that can precede its transaction. */
  prepare(collectionId: string, passages: readonly Passage[]): Promise<Prepared>;
  /** Called if the transaction of the prepared data failed or will not be started. */
  abandon(prepared: Prepared): Promise<void>;
  /** Begins writing in a transaction that has locked the collection. */
  write(query: Query, state: CollectionState): Promise<TermsWrite<Prepared>>;
  /** Called after the commit and before it is reported to any caller. Never rejects. */
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
  /** Waits for running work to finish. */
  close(): Promise<void>;
}
