import type { Figure } from "./figure.ts";

/** What a bench runs with. */
export interface BenchContext {
  /** A folder of the bench's own, removed afterwards. */
  readonly directory: string;
  /** 1 for the sizes that the goals are about; less for a quick look, where goals are not judged. */
  readonly scale: number;
  /** Rows that were asked for, in benches whose goals hold for any number of them. */
  readonly rows?: number;
  /** Says what was run: sizes, counts, what took long. */
  readonly note: (text: string) => void;
}

/** A named measurement. */
export interface Bench {
  /** As it is called on the command line. */
  readonly name: string;
  /** One sentence: what is compared with what. */
  readonly summary: string;
  readonly run: (context: BenchContext) => Promise<readonly Figure[]>;
}

/** The rows that were asked for; else `size` at the scale of the run. */
export const rowsOf = (context: BenchContext, size: number): number => context.rows ?? scaled(context, size);

/** A size at the scale of the run, at least `minimum`. */
export const scaled = ({ scale }: BenchContext, size: number, minimum = 1): number =>
  Math.max(minimum, Math.round(size * scale));
