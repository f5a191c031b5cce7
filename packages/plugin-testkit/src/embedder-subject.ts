import { Effect, type Redacted } from "effect";
import type { EmbedderCapabilities } from "@quarry/plugin";
import type { EmbedderV1, EmbeddingModel, EmbedInputType, EmbedRequest, TermStatistics } from "@quarry/plugin";
import type { PluginError } from "@quarry/plugin";
import { ensure } from "./contract-failure.ts";

/** Opened embedder under test, with the model and the term statistics that the checks use. */
export interface EmbedderSubject {
  readonly name: string;
  readonly capabilities: EmbedderCapabilities;
  readonly embedder: EmbedderV1;
  readonly model: EmbeddingModel;
  readonly credential?: Redacted.Redacted<string> | undefined;
  readonly statistics: TermStatistics;
}

export type EmbedOverrides = Partial<Omit<EmbedRequest, "texts">>;

/** Statistics of a collection in which every term is fairly rare: in 3 of 1,000 chunks. */
export const evenStatistics: TermStatistics = {
  read: (terms) => Effect.succeed({ documentCount: 1000, documentFrequencies: terms.map(() => 3) }),
};

/**
 * Returns the effect of an `embed` call for `texts`. Without `overrides`, embeds documents with the subject's model and
 * its default dimension.
 */
export function embedEffect(subject: EmbedderSubject, texts: readonly string[], overrides: EmbedOverrides = {}) {
  return subject.embedder.embed({
    model: subject.model.name,
    dimension: subject.model.dimension,
    inputType: "document",
    texts,
    ...(subject.credential === undefined ? {} : { credential: subject.credential }),
    ...(subject.capabilities.usesTermStatistics ? { statistics: subject.statistics } : {}),
    ...overrides,
  });
}

/**
 * Embeds, and checks the requirements on every result: one vector per text, of the requested dimension, finite, of
 * length 1 or 0.
 */
export async function embed(
  subject: EmbedderSubject,
  texts: readonly string[],
  overrides: EmbedOverrides = {},
): Promise<readonly Float32Array[]> {
  const result = await Effect.runPromise(withinTime(embedEffect(subject, texts, overrides)));
  ensureVectors(result.vectors, texts.length, overrides.dimension ?? subject.model.dimension);
  return result.vectors;
}

/** Call timeout, long enough for a remote provider. A call that exceeds it is considered hung. */
const CALL_TIMEOUT = "30 seconds";

export const withinTime = <A>(effect: Effect.Effect<A, PluginError>) => Effect.timeout(effect, CALL_TIMEOUT);

export const bothInputTypes: readonly EmbedInputType[] = ["document", "query"];

function ensureVectors(vectors: readonly Float32Array[], count: number, dimension: number): void {
  ensure(vectors.length === count, `${count} texts gave ${vectors.length} vectors`);
  for (const [index, vector] of vectors.entries()) {
    ensure(vector instanceof Float32Array, `vector ${index} is not a Float32Array`);
    ensure(vector.length === dimension, `vector ${index} has ${vector.length} numbers, asked were ${dimension}`);
    const length = Math.hypot(...vector);
    ensure(Number.isFinite(length), `vector ${index} holds NaN or an infinite number`);
    ensure(length === 0 || Math.abs(length - 1) < 1e-3, `vector ${index} has length ${length}, should be 1 (or 0)`);
  }
}

/** Returns the dot product, which for unit vectors is the cosine. */
export function cosine(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += left[index]! * right[index]!;
  return sum;
}

/**
 * Tolerance for equal vectors. Remote models are not bit-exact from call to call, so equal means: the same within float
 * noise.
 */
const SAME_VECTOR_DISTANCE = 0.01;

export function ensureSameVectors(
  actual: readonly Float32Array[],
  expected: readonly Float32Array[],
  what: string,
): void {
  ensure(actual.length === expected.length, `${what}: ${actual.length} vectors instead of ${expected.length}`);
  for (const [index, vector] of actual.entries()) {
    const other = expected[index]!;
    const distance = Math.hypot(...vector.map((value, position) => value - other[position]!));
    ensure(distance <= SAME_VECTOR_DISTANCE, `${what}: vector ${index} is another (distance ${distance.toFixed(4)})`);
  }
}

/** One requirement of the embedder contract. `run` rejects when the subject violates it. */
export interface EmbedderCheck {
  readonly name: string;
  /**
   * Returns the reason why the check does not apply to an embedder with these capabilities, or undefined if it applies.
   */
  readonly skip?: (capabilities: EmbedderCapabilities) => string | undefined;
  readonly run: (subject: EmbedderSubject) => Promise<void>;
}
