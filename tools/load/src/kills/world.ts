import { fileURLToPath } from "node:url";
import type { Random } from "@quarry/services/kit";
import type { Api } from "../api.ts";
import type { Breach } from "../breaches.ts";
import type { KillLedger } from "./ledger.ts";

/** Collection that changes enough in every round for the embedder to train again. */
export const LEARNING = "learning";
/**
 * Collection with small documents and direct vectors. Initially few, so that it is cached completely before it has a
 * graph.
 */
export const MIXED = "mixed";
/** Like `MIXED`, but with many vectors from the beginning, each that of its text: searched by a graph. */
export const NEAR = "near";

const CHUNKS = { chunk_size: 64, chunk_overlap: 0 };
/** Minimum dimension for training, so that training is fast. */
export const MIXED_DIMENSION = 64;

export const COLLECTIONS = {
  [LEARNING]: CHUNKS,
  [MIXED]: { ...CHUNKS, dimension: MIXED_DIMENSION },
  [NEAR]: { ...CHUNKS, embedding_provider: "passages" },
} as const;

export type CollectionName = keyof typeof COLLECTIONS;
export const NAMES = Object.keys(COLLECTIONS) as CollectionName[];

/**
 * Graphs from a few hundred vectors on, rather than tens of thousands, and memory for little more than all collections,
 * so that cached data is evicted occasionally. A smaller collection is cached completely.
 */
export const CONFIG = {
  vectorStore: { plugin: "@quarry/vector-embedded", settings: { cacheMemoryMb: 2, indexFromRows: 200 } },
  embedders: { passages: { plugin: fileURLToPath(new URL("./passage-embedder.ts", import.meta.url)) } },
};

/** Context of a client. */
export interface KillWorld {
  readonly api: Api;
  readonly ledger: KillLedger;
  readonly random: Random;
  /** Data folder of the service. */
  readonly data: string;
  readonly nextNumber: () => number;
  readonly breach: Breach;
  readonly findings: Findings;
}

/** Counts from the checks, for the report. */
export interface Findings {
  chunksChecked: number;
  /** Documents that failed because every attempt was killed. */
  unlucky: number;
  /** Number of vectors whose write got no response. Repeated, as by a client. */
  unanswered: number;
  /** Number of passages found by their own vector with a graph. */
  ownFound: number;
  /** Recall of graph search after each kill. */
  readonly recalls: number[];
}

/** Returns some of the items, possibly with duplicates; all of them if there are no more. */
export const pick = <Item>(random: Random, items: readonly Item[], count: number): readonly Item[] =>
  items.length <= count ? items : Array.from({ length: count }, () => random.pick(items));

/** Occurs in every text, so that one query finds all. */
export const COMMON_WORD = "harbour";

/** Words shared by the texts, as by texts on one subject, so that there is something to learn from them. */
export const WORDS = (
  "river lantern meadow engine ledger orchard signal compass winter valve archive copper tunnel garden report wheel brake fuel piston clutch violin oboe cello flute " +
  "sonata quartet bread butter flour oven sugar salt anchor sail deck mast rope storm cloud rain wind snow ice sun moon star planet orbit " +
  "rocket law court judge trial verdict crime bank loan credit debt market price trade tax bridge road train station ticket"
).split(" ");

/** Returns one sentence of some 40 tokens: a separate chunk at a chunk size of 64. */
export const paragraph = (random: Random, token: string): string => {
  const words = () => Array.from({ length: 9 }, () => random.pick(WORDS)).join(" ");
  return `The ${COMMON_WORD} ${words()} has the password ${token} and ${words()}.`;
};
