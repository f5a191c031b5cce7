import { BoundedMap } from "@quarry/plugin/domain";
import type { ReadOperation } from "../passages/protocol.ts";

/** Maximum number of classes of reads, some hundred bytes each. */
const MAX_CLASSES = 10_000;

/**
 * Smoothing factors of the moving average, for a longer read than estimated (`RISE`) and for a shorter one (`FALL`). A
 * single stall of the machine must not classify short reads as long for many more.
 */
const RISE = 0.25;
const FALL = 0.5;

/** Estimates the duration of a read from previous reads of the same collection, kind and size. */
export class ReadDurations {
  readonly #milliseconds = new BoundedMap<string, number>(MAX_CLASSES);

  /** Returns the estimate in milliseconds; undefined if no such read has ended yet. */
  estimate(collectionId: string, operation: ReadOperation): number | undefined {
    return this.#milliseconds.get(classOf(collectionId, operation));
  }

  record(collectionId: string, operation: ReadOperation, milliseconds: number): void {
    const key = classOf(collectionId, operation);
    const previous = this.#milliseconds.get(key) ?? milliseconds;
    const difference = milliseconds - previous;
    this.#milliseconds.set(key, previous + difference * (difference > 0 ? RISE : FALL));
  }
}

/** Returns the class of a read. Reads of one class have parameters of the same order of magnitude. */
const classOf = (collectionId: string, { kind, ...parameters }: ReadOperation): string => {
  // The parameters of a combined search are nested one level deeper.
  const fields = "request" in parameters ? { ...parameters.request, ...parameters.request.depths } : parameters;
  return [collectionId, kind, ...Object.entries(fields).map(([name, value]) => name + magnitude(value))].join(" ");
};

const magnitude = (value: unknown): string | number => {
  if (typeof value === "number") return Math.floor(Math.log2(Math.abs(value) + 1));
  if (typeof value === "string" || Array.isArray(value)) return Math.floor(Math.log2(value.length + 1));
  return typeof value;
};
