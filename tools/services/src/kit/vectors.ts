import { Random } from "./random.ts";

/** Number of cluster centres, comparable to the subjects of texts. */
const GROUPS = 1_000;
const LATENT_DIMENSION = 48;
const SPREAD = 0.6;
const NOISE = 1.5;

const gaussian = (length: number, random: Random) => Float32Array.from({ length }, () => random.normal());

/** A thousand clusters of unit vectors, because uniformly random ones have no near neighbours. */
export class VectorGroups {
  readonly #dimension: number;
  readonly #directions: readonly Float32Array[];
  readonly #centres: readonly Float32Array[];

  constructor(dimension: number, random: Random) {
    this.#dimension = dimension;
    this.#directions = Array.from({ length: LATENT_DIMENSION }, () => gaussian(dimension, random));
    this.#centres = Array.from({ length: GROUPS }, () => gaussian(LATENT_DIMENSION, random));
  }

  /** Returns another vector of a group, by default of a random one. */
  next(random: Random, group = random.between(0, GROUPS - 1)): Float32Array<ArrayBuffer> {
    const centre = this.#centres[group % GROUPS]!;
    const vector = gaussian(this.#dimension, random).map((value) => NOISE * value);
    for (const [axis, direction] of this.#directions.entries()) {
      const amount = centre[axis]! + SPREAD * random.normal();
      for (let i = 0; i < vector.length; i += 1) vector[i]! += amount * direction[i]!;
    }
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    return vector.map((value) => value / length);
  }
}

/** Returns a generator of vectors of random groups, deterministic for the seed. */
export const clusteredVectors = (dimension: number, seed: number): (() => Float32Array) => {
  const random = new Random(seed);
  const groups = new VectorGroups(dimension, random);
  return () => groups.next(random);
};
