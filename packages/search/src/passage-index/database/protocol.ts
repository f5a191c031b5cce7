import type { Filter, JsonObject } from "@quarry/plugin/domain";
import type { TermFrequencies } from "@quarry/plugin";
import type { KeywordResult } from "../passage-index.ts";
import type { DocumentGeneration, Passage } from "../passage.ts";
import type { PassageText } from "../ranking/phrase-check.ts";
import type { SegmentRows } from "../postings/segment-rows.ts";
import type { RepairedQuery } from "../spelling/query-repair.ts";

// Messages between the main thread, which has the database, and the two worker threads, which do what takes long.
// A collection is its number here; `seq` is a passage's number in it.

/** What the inverter can be asked for: work on what it is given, and nothing that it would have to remember. */
export type InverterOperation =
  | { readonly kind: "invert"; readonly passages: readonly Passage[] }
  | { readonly kind: "merge"; readonly sources: readonly MergeInput[] };

export interface InverterAnswers {
  invert: InvertedPassages;
  merge: BuiltSegment;
}

/** A segment as it is stored, with the passages of it that are deleted. */
export interface MergeInput {
  readonly data: Uint8Array;
  readonly deleted: Uint32Array;
  readonly blocks: readonly Uint8Array[];
}

/** A segment ready to be stored. */
export interface BuiltSegment {
  readonly rows: SegmentRows;
  /** JSON array of the first term of each block, in UTF-8. */
  readonly terms: Uint8Array;
  readonly blocks: readonly Uint8Array[];
}

/** Passages ready to be stored; rows and documents of the segment are ordinals until the database gives numbers. */
export interface InvertedPassages {
  readonly segment: BuiltSegment;
  /** Every metadata that passages share, once, as JSON. */
  readonly shared: readonly string[];
  /** Per passage, which of `shared` is its own. */
  readonly sharedOf: readonly number[];
  /** Per passage, the metadata of its own as JSON. */
  readonly own: readonly string[];
}

/** What the searcher can be asked for. It sees the collection as it was at `version` or later. */
export type SearcherOperation = { readonly collection: number; readonly version: number } & (
  | {
      readonly kind: "keywordSearch";
      readonly query: string;
      readonly topK: number;
      readonly filter?: Filter | undefined;
    }
  | { readonly kind: "keywordScores"; readonly query: string; readonly ids: readonly string[] }
  | { readonly kind: "repairQuery"; readonly query: string }
  | { readonly kind: "termFrequencies"; readonly terms: readonly string[] }
);

export interface SearcherAnswers {
  keywordSearch: KeywordResult;
  /** Pairs in no certain order. */
  keywordScores: readonly (readonly [id: string, score: number])[];
  repairQuery: RepairedQuery;
  termFrequencies: TermFrequencies;
}

/** What the searcher asks of the main thread. What is gone from the database is missing in the answer. */
export type SearcherQuestion = { readonly collection: number } & (
  | { readonly kind: "changes"; readonly seen: number }
  | { readonly kind: "heads"; readonly segments: readonly number[] }
  | { readonly kind: "blocks"; readonly wanted: readonly BlockNumbers[] }
  | { readonly kind: "documents"; readonly numbers: readonly number[] }
  | { readonly kind: "metadata"; readonly seqs: readonly number[] }
  | { readonly kind: "identities"; readonly seqs: readonly number[] }
  | { readonly kind: "texts"; readonly seqs: readonly number[] }
  | { readonly kind: "seqs"; readonly ids: readonly string[] }
);

export interface QuestionAnswers {
  changes: IndexChanges;
  heads: readonly SegmentHead[];
  blocks: readonly StoredBlock[];
  documents: readonly StoredDocument[];
  metadata: readonly OwnMetadata[];
  identities: readonly Identity[];
  texts: readonly NumberedText[];
  seqs: readonly PassageNumber[];
}

/** All live segments at one version, with what was deleted since the version that was asked about. */
export interface IndexChanges {
  readonly version: number;
  readonly segments: readonly SegmentChange[];
}

export interface SegmentChange {
  readonly number: number;
  readonly firstSeq: number;
  readonly liveCount: number;
  readonly liveLength: number;
  readonly deleted: readonly Uint8Array[];
}

export interface SegmentHead {
  readonly number: number;
  readonly data: Uint8Array;
  readonly terms: Uint8Array;
}

export interface BlockNumbers {
  readonly segment: number;
  readonly blocks: readonly number[];
}

export interface StoredBlock {
  readonly segment: number;
  readonly block: number;
  readonly data: Uint8Array;
}

export interface StoredDocument {
  readonly number: number;
  readonly documentId: string;
  readonly metadata: string;
}

export interface OwnMetadata {
  readonly seq: number;
  readonly metadata: string;
}

export interface Identity extends DocumentGeneration {
  readonly seq: number;
  readonly id: string;
  readonly vectorVersion: string;
}

export interface NumberedText extends PassageText {
  readonly seq: number;
}

export interface PassageNumber {
  readonly id: string;
  readonly seq: number;
}

/** Metadata of a document and of a passage in it, put together. */
export const joinMetadata = (shared: JsonObject, own: string): JsonObject => ({
  ...shared,
  ...(JSON.parse(own) as JsonObject),
});
