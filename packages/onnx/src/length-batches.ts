export interface LengthBatchLimits {
  /** Most inputs of a batch. */
  readonly batchSize: number;
  /** Most tokens of one input: longer ones will be cut. */
  readonly maxTokens: number;
}

/**
 * Most of a batch, in inputs × tokens². What a model holds while it runs grows with this number: at 12 attention heads
 * it is about 800 MB.
 */
const MAX_BATCH_ATTENTION = 2 ** 24;

/**
 * Splits inputs into batches of about the same length, the longest first: the inputs of a batch are padded to its
 * longest, and padding is computed like text. Gives places in `lengths`, which are in characters: an input never has
 * many more tokens than characters.
 */
export function lengthBatches(lengths: readonly number[], limits: LengthBatchLimits): readonly (readonly number[])[] {
  const tokens = (place: number) => Math.min(lengths[place]!, limits.maxTokens);
  const places = lengths.map((_, place) => place).sort((left, right) => lengths[right]! - lengths[left]!);
  const batches: number[][] = [];
  for (let start = 0; start < places.length;) {
    const longest = Math.max(1, tokens(places[start]!));
    const fitting = Math.max(1, Math.floor(MAX_BATCH_ATTENTION / longest ** 2));
    const end = start + Math.min(limits.batchSize, fitting);
    batches.push(places.slice(start, end));
    start = end;
  }
  return batches;
}
