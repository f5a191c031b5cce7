import type { VectorRecord } from "@quarry/plugin";

/** Large enough to spread over several pages of the file. */
const TEXT = "The quick brown fox jumps over the lazy dog. ".repeat(30);

export const recordOf = (id: string, n: number): VectorRecord => ({
  id,
  vector: Float32Array.from({ length: 16 }, (_, i) => (i === n % 16 ? 1 : 0)),
  metadata: { n, id },
  text: TEXT,
});
