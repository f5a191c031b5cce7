import { median, type Summary, summaryOf } from "./statistics.ts";

/** What a figure has to keep. */
export interface Goal {
  /** What is judged: the figure itself, its ratio to the reference, or how much it is above the reference. */
  readonly of: "value" | "ratio" | "difference";
  readonly atMost: number;
}

export interface Reference extends Summary {
  readonly name: string;
  /** Subject divided by reference. */
  readonly ratio: number;
  /** Subject minus reference, in the figure's unit. */
  readonly difference: number;
}

/** One measured quantity of a bench. */
export interface Figure extends Summary {
  readonly name: string;
  readonly unit: string;
  readonly reference?: Reference;
  readonly goal?: Goal;
}

/** Samples of subject and reference, one of each per round. */
export interface Rounds {
  readonly subject: readonly number[];
  readonly reference: readonly number[];
}

export interface Comparison {
  readonly name: string;
  readonly unit: string;
  readonly referenceName: string;
  readonly goal?: Goal;
}

/**
 * A figure with its reference. Ratio and difference are the medians over the rounds, each round compared with itself:
 * when the machine is slow for a while, both halves of the round are.
 */
export const compared = ({ referenceName, ...figure }: Comparison, { subject, reference }: Rounds): Figure => {
  if (subject.length !== reference.length)
    throw new RangeError(`${figure.name}: subject and reference differ in rounds`);
  return {
    ...figure,
    ...summaryOf(subject),
    reference: {
      name: referenceName,
      ...summaryOf(reference),
      ratio: median(subject.map((value, round) => value / reference[round]!)),
      difference: median(subject.map((value, round) => value - reference[round]!)),
    },
  };
};

/** A figure that stands alone. */
export const measured = (name: string, unit: string, samples: readonly number[], goal?: Goal): Figure => ({
  name,
  unit,
  ...summaryOf(samples),
  ...(goal !== undefined && { goal }),
});

/** Whether a figure keeps its goal; undefined when it has none. Throws when the goal needs a reference it has not. */
export const keepsGoal = (figure: Figure): boolean | undefined => {
  const { goal, reference } = figure;
  if (goal === undefined) return undefined;
  if (goal.of === "value") return figure.median <= goal.atMost;
  if (reference === undefined) throw new Error(`${figure.name}: its goal needs a reference`);
  return reference[goal.of] <= goal.atMost;
};
