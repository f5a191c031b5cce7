import { normalFrom, randomFrom } from "./random.ts";

/** Vectors lie around this many points, as those of texts do around subjects. */
const CLUSTERS = 1_000;
const LATENT_DIMENSION = 48;
const SPREAD = 0.6;
const NOISE = 1.5;

/** Unit vectors that depend on the seed alone. */
export const clusteredVectors = (dimension: number, seed: number): (() => Float32Array) => {
  const random = randomFrom(seed);
  const normal = normalFrom(random);
  const gaussian = (length: number) => Float32Array.from({ length }, normal);
  const directions = Array.from({ length: LATENT_DIMENSION }, () => gaussian(dimension));
  const centres = Array.from({ length: CLUSTERS }, () => gaussian(LATENT_DIMENSION));
  return () => {
    const centre = centres[Math.floor(random() * CLUSTERS)]!;
    const vector = Float32Array.from({ length: dimension }, () => NOISE * normal());
    for (const [axis, direction] of directions.entries()) {
      const amount = centre[axis]! + SPREAD * normal();
      for (let i = 0; i < dimension; i += 1) vector[i]! += amount * direction[i]!;
    }
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    return vector.map((value) => value / length);
  };
};
