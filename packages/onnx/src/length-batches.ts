export interface LengthBatchLimits {
  /** Most inputs of a batch. */
  readonly batchSize: number;
  /** Most tokens of one input: longer ones will be cut. */
  readonly maxTokens: number;
  /** CPU threads of the model; Infinity where something else computes. */
  readonly threads: number;
}

/**
 * Most of a batch, in inputs × tokens². The memory of a running model grows with this number: at 12 attention heads it
 * is about 800 MB.
 */
const MAX_BATCH_ATTENTION = 2 ** 24;

/**
 * Most of a batch in inputs × tokens for each thread, as they are counted here. Beyond it a core computes no faster: its caches
 * are full, and the padding grows. With all-MiniLM-L6-v2 in 8 bits, on one core, passages of 800 characters take 38 ms of it one
 * by one and 53 ms in sixteens; those of 80 characters take 6.9 ms one by one, 5.6 ms in fours and 8.4 ms in sixteens.
 */
const MAX_BATCH_TOKENS = 384;

/**
 * Splits inputs into batches of about the same length, the longest first: the inputs of a batch are padded to its
 * longest, and padding is computed like text. Gives places in `lengths`, which are in characters: an input never has
 * many more tokens than characters.
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
