import { type Invoke, type PlainLife, type PluginCall, toPromise } from "../../plain/plain-plugin.ts";
import { checkEmbedRequest } from "../../provider/check-embed-request.ts";
import { mapInTimeSlices } from "../../time-slice.ts";
import type { EmbedderCapabilities } from "./embedder-capabilities.ts";
import type { EmbedRequest, FitRequest, RepairedText, TermFrequencies, TermStatistics } from "./embedder-v1.ts";

/** `TermStatistics` with promises. */
export interface PlainTermStatistics {
  read(terms: readonly string[]): Promise<TermFrequencies>;
  repair?(query: string): Promise<RepairedText>;
}

export interface PlainEmbedCall<Settings = unknown>
  extends PluginCall<Settings>, Omit<EmbedRequest, "texts" | "statistics"> {
  /** Present if `capabilities.usesTermStatistics`. */
  readonly statistics?: PlainTermStatistics | undefined;
}

export interface PlainFitCall<Settings = unknown> extends PluginCall<Settings>, Omit<FitRequest, "texts"> {}

/**
 * Embedder made of plain functions. A request that its capabilities don't allow is rejected before the call, unless
 * they come from `describe`.
 */
export interface PlainEmbedder<Settings = unknown> extends PlainLife<Settings> {
  /**
   * Returns one vector per text, in order. The platform normalises them to unit length. A vector may be all zero only
   * if the text contains nothing that the model knows.
   */
  embed(
    texts: readonly string[],
    call: PlainEmbedCall<Settings>,
  ): Promise<readonly PlainVector[]> | readonly PlainVector[];
  /** Learns from a collection's texts, as `EmbedderV1.fit`. */
  fit?(texts: readonly string[], call: PlainFitCall<Settings>): Promise<Uint8Array> | Uint8Array;
}

export type PlainVector = readonly number[] | Float32Array;

/** Calls the methods of a plain embedder. */
export const PLAIN_EMBEDDER = {
  embed: async (embed, call, [request]: readonly [EmbedRequest], { plugin, capabilities }) => {
    if (capabilities !== undefined) await toPromise(checkEmbedRequest(plugin, capabilities, request));
    const { texts, statistics, ...rest } = request;
    const vectors = await embed(texts, { ...rest, ...call, statistics: plainStatistics(statistics, call.signal) });
    return { vectors: Array.isArray(vectors) ? await mapInTimeSlices(vectors, unitVector) : vectors };
  },
  fit: (fit, call, [{ texts, ...rest }]: readonly [FitRequest]) => fit(texts, { ...rest, ...call }),
} satisfies Readonly<
  Record<string, Invoke<{ readonly plugin: string; readonly capabilities: EmbedderCapabilities | undefined }>>
>;

const plainStatistics = (
  statistics: TermStatistics | undefined,
  signal: AbortSignal,
): PlainTermStatistics | undefined =>
  statistics && {
    read: (terms) => toPromise(statistics.read(terms), signal),
    ...(statistics.repair !== undefined && {
      repair: (query: string) => toPromise(statistics.repair!(query), signal),
    }),
  };

/** Deviations from length 1 up to this are float noise. */
const LENGTH_TOLERANCE = 1e-6;

/**
 * Normalises a vector to unit length. Returns any other value unchanged: it is rejected later, as from every plugin.
 */
const unitVector = (vector: unknown): unknown => {
  if (!isVector(vector)) return vector;
  // Sums in doubles, so that the square of a large number does not overflow, and in loops, which take a twentieth of
  // the time of callbacks.
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) squares += vector[at]! * vector[at]!;
  const length = Math.sqrt(squares);
  const isUnit = !Number.isFinite(length) || length === 0 || Math.abs(length - 1) <= LENGTH_TOLERANCE;
  if (isUnit && vector instanceof Float32Array) return vector;
  const unit = new Float32Array(vector.length);
  const divisor = isUnit ? 1 : length;
  for (let at = 0; at < unit.length; at += 1) unit[at] = vector[at]! / divisor;
  return unit;
};

const isVector = (value: unknown): value is readonly number[] =>
  value instanceof Float32Array || (Array.isArray(value) && value.every((item) => typeof item === "number"));
