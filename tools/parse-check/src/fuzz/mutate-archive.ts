import { unzipSync, zipSync } from "fflate";
import type { Mutation } from "./mutations.ts";

const TEXT_PART = /\.(?:xml|rels)$/;
/** Pictures and the like are left as they are, so packing them again is work for nothing. */
const LEVEL = 1;

/** A header that an earlier change has reached may claim any size, and memory of that size would be taken. */
const MAX_PART_BYTES = 16_777_216;

/** Changes a part inside a zip and packs it again, so that what reads the parts is reached too. */
export const insideArchive =
  (mutation: Mutation): Mutation =>
  (bytes, random, other) => {
    let parts: Record<string, Uint8Array>;
    try {
      parts = unzipSync(bytes, { filter: ({ originalSize }) => originalSize <= MAX_PART_BYTES });
    } catch {
      return mutation(bytes, random, other);
    }
    const names = Object.keys(parts).filter((name) => TEXT_PART.test(name));
    if (names.length === 0) return mutation(bytes, random, other);
    const name = random.pick(names);
    const roll = random.next();
    if (roll < 0.05) delete parts[name];
    else if (roll < 0.1) parts[name] = parts[random.pick(names)]!;
    else parts[name] = mutation(Buffer.from(parts[name]!), random, other);
    return Buffer.from(zipSync(parts, { level: LEVEL }));
  };
