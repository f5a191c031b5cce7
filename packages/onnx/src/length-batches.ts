export interface LengthBatchLimits {
  /** Maximum number of inputs per batch. */
  readonly batchSize: number;
  /** Maximum number of tokens of one input: longer ones will be truncated. */
  readonly maxTokens: number;
  /** CPU threads of the model; Infinity if another device computes. */
  readonly threads: number;
}

/**
 * Limit of a batch in inputs × tokens². The memory of a running model grows with this number: with 12 attention heads
 * it is about 800 MB.
 */
const MAX_BATCH_ATTENTION = 2 ** 24;

/**
 * Limit of a batch per thread in inputs × tokens, estimated from characters. Beyond it a core computes no faster: its
 * caches are full, and the padding grows. With all-MiniLM-L6-v2 in 8 bits on one core, passages of 800 characters take
 * 38 ms each in batches of 1 and 53 ms in batches of 16. Passages of 80 characters take 6.9 ms in batches of 1, 5.6 ms
 * in batches of 4 and 8.4 ms in batches of 16.
 */
const MAX_BATCH_TOKENS = 384;

/**
 * Splits inputs into batches of about the same length, the longest first. Inputs are padded to the longest of their
 * batch, and padding costs as much computation as text. Returns indexes into `lengths`. The lengths are in characters:
 * an input never has many more tokens than characters.
 */
export function lengthBatches(lengths: readonly number[], limits: LengthBatchLimits): readonly (readonly number[])[] {
  const tokens = (index: number) => Math.min(lengths[index]!, limits.maxTokens);
  const indexes = lengths.map((_, index) => index).sort((left, right) => lengths[right]! - lengths[left]!);
  const batches: number[][] = [];
  for (let start = 0; start < indexes.length;) {
    const longest = Math.max(1, tokens(indexes[start]!));
    const capacity = Math.floor(
      Math.min(MAX_BATCH_ATTENTION / longest ** 2, (MAX_BATCH_TOKENS * limits.threads) / longest),
    );
    const end = start + Math.min(limits.batchSize, Math.max(1, capacity));
    batches.push(indexes.slice(start, end));
    start = end;
  }
  return batches;
}
