import { fileURLToPath } from "node:url";
import type { Random } from "@quarry/services/kit";
import type { Api } from "../api.ts";
import type { Breach } from "../breaches.ts";
import type { KillLedger } from "./ledger.ts";

/** Changes so much in every round that the embedder has to learn from it again. */
export const LEARNING = "learning";
/** Small documents beside direct vectors, few at first: held in full before there is a graph of them. */
export const MIXED = "mixed";
/** The same, but many vectors from the beginning, each that of its text: searched by a graph. */
export const NEAR = "near";

const CHUNKS = { chunk_size: 64, chunk_overlap: 0 };
/** The least that the embedder learns from, so that it learns fast. */
export const MIXED_DIMENSION = 64;

export const COLLECTIONS = {
  [LEARNING]: CHUNKS,
  [MIXED]: { ...CHUNKS, dimension: MIXED_DIMENSION },
  [NEAR]: { ...CHUNKS, embedding_provider: "passages" },
} as const;

export type CollectionName = keyof typeof COLLECTIONS;
export const NAMES = Object.keys(COLLECTIONS) as CollectionName[];

/**
 * A graph from a few hundred vectors on, what is a matter of tens of thousands otherwise, and memory for little more than
 * all collections, so that what is held of them goes now and then. A collection that is smaller is held in full.
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
  /** The service's data folder. */
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
  /** Vectors whose write died unanswered. Repeated, as a client would. */
  unanswered: number;
  /** Passages that were found by their own vector, where there is a graph. */
  ownFound: number;
  /** After each kill, how many of the nearest the graph found. */
  readonly recalls: number[];
}

/** Some of the items, maybe one of them twice; all of them where there are no more. */
export const pick = <Item>(random: Random, items: readonly Item[], count: number): readonly Item[] =>
  items.length <= count ? items : Array.from({ length: count }, () => random.pick(items));

/** Stands in every text, so that one query finds all. */
export const COMMON_WORD = "harbour";

/** Texts share words, as those of one subject do: so there is something to be learned from them. */
export const WORDS = (
  "river lantern meadow engine ledger orchard signal compass winter valve archive copper tunnel garden report wheel brake fuel piston clutch violin oboe cello flute " +
  "sonata quartet bread butter flour oven sugar salt anchor sail deck mast rope storm cloud rain wind snow ice sun moon star planet orbit " +
  "rocket law court judge trial verdict crime bank loan credit debt market price trade tax bridge road train station ticket"
).split(" ");

/** One sentence of some 40 tokens: a chunk of its own at a size of 64. */
export const paragraph = (random: Random, token: string): string => {
  const words = () => Array.from({ length: 9 }, () => random.pick(WORDS)).join(" ");
  return `The ${COMMON_WORD} ${words()} has the password ${token} and ${words()}.`;
};
