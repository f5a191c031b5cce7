import { brotliCompressSync, constants } from "node:zlib";
import type { Entry } from "./entries.ts";
import type { NearWord } from "./nearest-words.ts";

/** Steps between 0 and 1 that strengths are rounded to; more of them change no ranking. */
const STEPS = 63;

/**
 * The table as `readEnglishWords` of the embedder takes it: the number of words and of bytes of their text; the words, one
 * a line; how many near words each has; of all near words the lower byte of their places, then the higher; and by how much
 * each one's strength falls below that of the one before it, the first one's below `STEPS`.
 */
export function tableBytes(entries: readonly Entry[], near: readonly (readonly NearWord[])[]): Uint8Array {
  const words = Buffer.from(entries.map(({ forms }) => forms[0]!).join("\n"));
  const all = near.flat();
  const header = Buffer.alloc(8);
  header.writeUInt32LE(entries.length, 0);
  header.writeUInt32LE(words.length, 4);
  const drops = near.flatMap((list) => {
    const steps = list.map(({ strength }) => Math.max(1, Math.round(strength * STEPS)));
    return steps.map((step, at) => (steps[at - 1] ?? STEPS) - step);
  });
  const table = Buffer.concat([
    header,
    words,
    Uint8Array.from(near, (list) => list.length),
    Uint8Array.from(all, ({ entry }) => entry & 0xff),
    Uint8Array.from(all, ({ entry }) => entry >>> 8),
    Uint8Array.from(drops),
  ]);
  return brotliCompressSync(table, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
}
