import type { EmbedRequest, PluginErrorReason } from "@quarry/plugin";
import { commandError } from "./command-error.ts";

/** Line that the program prints once it accepts requests. */
export interface ReadyLine {
  readonly ready: true;
}

export interface AnswerLine {
  readonly id: number;
  readonly vectors?: unknown;
  readonly error?: unknown;
}

/** Returns a request line for the program. Replaces lone surrogates, which most languages can't represent. */
export const requestLine = (id: number, { model, dimension, inputType, texts }: EmbedRequest): string =>
  `${JSON.stringify({ id, model, dimension, input_type: inputType, texts: texts.map((text) => text.toWellFormed()) })}\n`;

/** Returns undefined for other lines: libraries print arbitrary output. */
export const parseLine = (line: string): ReadyLine | AnswerLine | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { ready, id } = value as { readonly ready?: unknown; readonly id?: unknown };
  return ready === true || Number.isInteger(id) ? (value as ReadyLine | AnswerLine) : undefined;
};

/** Reasons that a program may report for a failed batch; any other becomes `internal`. */
const REASONS: ReadonlySet<string> = new Set<PluginErrorReason>(["invalid", "limit", "rate_limited", "unavailable"]);

/** Returns the vectors of a response unchanged. Fails with the program's error message. */
export const vectorsOf = ({ vectors, error }: AnswerLine): (Float32Array | undefined)[] => {
  if (error !== undefined) {
    const { reason, message } = error as { readonly reason?: unknown; readonly message?: unknown };
    const known = REASONS.has(String(reason)) ? (reason as PluginErrorReason) : "internal";
    throw commandError(known, `the program says: ${typeof message === "string" ? message : JSON.stringify(error)}`);
  }
  if (!Array.isArray(vectors)) throw commandError("incompatible", "the program's answer has neither vectors nor error");
  return vectors.map(toVector);
};

const toVector = (input: unknown): Float32Array | undefined =>
  Array.isArray(input) && input.every((value) => typeof value === "number") ? Float32Array.from(input) : undefined;
