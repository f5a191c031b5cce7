/**
 * Returns unit vectors clustered around some points, as text vectors are around subjects. They depend only on the seed.
 */
export const clusteredVectors = ({
  dimension,
  clusters,
  seed,
  spread = 0.8,
}: {
  readonly dimension: number;
  readonly clusters: number;
  readonly seed: number;
  /** Distance of the vectors from their centres, which are within 1 of each other. */
  readonly spread?: number;
}): (() => Float32Array) => {
  const centreRandom = generator(7);
  const centres = Array.from({ length: clusters }, () => Array.from({ length: dimension }, () => centreRandom() - 0.5));
  const random = generator(seed);
  return () => {
    const centre = centres[Math.floor(random() * clusters)]!;
    const vector = centre.map((x) => x + spread * (random() - 0.5));
    const length = Math.hypot(...vector);
    return Float32Array.from(vector, (x) => x / length);
  };
};

/** Returns a generator of numbers in [0, 1) (xorshift32). */
const generator = (seed: number): (() => number) => {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4_294_967_296;
  };
};
