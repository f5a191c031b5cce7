import { Random } from "./random.ts";

/** Vectors lie around this many points, as those of texts do around subjects. */
const CLUSTERS = 1_000;
const LATENT_DIMENSION = 48;
const SPREAD = 0.6;
const NOISE = 1.5;

/** Unit vectors in groups, since uniformly random ones have no neighbours; they depend on the seed alone. */
export const clusteredVectors = (dimension: number, seed: number): (() => Float32Array) => {
  const random = new Random(seed);
  const gaussian = (length: number) => Float32Array.from({ length }, () => random.normal());
  const directions = Array.from({ length: LATENT_DIMENSION }, () => gaussian(dimension));
  const centres = Array.from({ length: CLUSTERS }, () => gaussian(LATENT_DIMENSION));
  return () => {
    const centre = random.pick(centres);
    const vector = gaussian(dimension).map((value) => NOISE * value);
    for (const [axis, direction] of directions.entries()) {
      const amount = centre[axis]! + SPREAD * random.normal();
      for (let i = 0; i < dimension; i += 1) vector[i]! += amount * direction[i]!;
    }
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    return vector.map((value) => value / length);
  };
};
