import { BoundedMap } from "@quarry/plugin/domain";
import type { ReadOperation } from "../passages/protocol.ts";

/** Classes of reads that are remembered, some hundred bytes each. */
const MOST_CLASSES = 10_000;

/**
 * Share of the difference by which an estimate follows a longer read, and a shorter one. One stall of the machine must not make
 * short reads long ones for many more.
 */
const RISE = 0.25;
const FALL = 0.5;

/** Estimates how long a read will take: as long as reads of the same collection, kind and size took. */
export class ReadDurations {
  readonly #milliseconds = new BoundedMap<string, number>(MOST_CLASSES);

  /** Milliseconds; undefined where no such read has ended yet. */
  expected(collectionId: string, operation: ReadOperation): number | undefined {
    return this.#milliseconds.get(classOf(collectionId, operation));
  }

  note(collectionId: string, operation: ReadOperation, milliseconds: number): void {
    const key = classOf(collectionId, operation);
    const before = this.#milliseconds.get(key) ?? milliseconds;
    const difference = milliseconds - before;
    this.#milliseconds.set(key, before + difference * (difference > 0 ? RISE : FALL));
  }
}

/** Reads of one class differ in the order of magnitude of no parameter. */
const classOf = (collectionId: string, { kind, ...parameters }: ReadOperation): string => {
  // Parameters of a search in one call stand a level below.
  const reported = "request" in parameters ? { ...parameters.request, ...parameters.request.depths } : parameters;
  return [collectionId, kind, ...Object.entries(reported).map(([name, value]) => name + magnitude(value))].join(" ");
};

const magnitude = (value: unknown): string | number => {
  if (typeof value === "number") return Math.floor(Math.log2(Math.abs(value) + 1));
  if (typeof value === "string" || Array.isArray(value)) return Math.floor(Math.log2(value.length + 1));
  return typeof value;
};
