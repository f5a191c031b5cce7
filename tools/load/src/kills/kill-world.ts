import type { Random } from "../random.ts";
import type { KillApi } from "./kill-api.ts";
import type { KillLedger } from "./kill-ledger.ts";

/** Changes so much in every round that the embedder has to learn from it again. */
export const LEARNING = "learning";
/** Small documents beside direct vectors, few at first: held in full before there is a graph of them. */
export const MIXED = "mixed";
/** The same, but many vectors from the beginning, each that of its text: searched by a graph. */
export const NEAR = "near";

export const COLLECTIONS = [LEARNING, MIXED, NEAR] as const;

/** The least that the embedder learns from, so that it learns fast. */
export const MIXED_DIMENSION = 64;

/** What a client works with. */
export interface KillWorld {
  readonly api: KillApi;
  readonly ledger: KillLedger;
  readonly random: Random;
  /** The service's data folder. */
  readonly data: string;
  readonly nextNumber: () => number;
  readonly fail: (kind: string, example: string) => void;
}

/** Some of the items, maybe one of them twice; all of them where there are no more. */
export const pick = <Item>(random: Random, items: readonly Item[], count: number): readonly Item[] =>
  items.length <= count ? items : Array.from({ length: count }, () => random.pick(items));
