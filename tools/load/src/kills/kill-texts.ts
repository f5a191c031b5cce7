import type { Random } from "../random.ts";

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
