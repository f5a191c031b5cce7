import { median } from "@quarry/services/kit";

/** Limit of a measured value, of its ratio to the reference, or of its difference from the reference. */
export type Goal = { readonly [of in "value" | "ratio" | "difference"]?: number };

/** One measured quantity. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** One sample per round. */
  readonly samples: readonly number[];
  /** Samples of the reference in the same rounds. */
  readonly reference?: { readonly name: string; readonly samples: readonly number[] };
  readonly goals?: readonly Goal[];
}

/**
 * Returns the medians of a figure. Ratios and differences are computed per round: if the machine is slow for a while,
 * both halves of the round are.
 */
export const judged = ({ name, samples, reference, goals = [] }: Figure) => {
  const pairs = reference?.samples.map((sample, round) => [samples[round]!, sample] as const) ?? [];
  if (reference !== undefined && reference.samples.length !== samples.length)
    throw new RangeError(`${name}: subject and reference differ in rounds`);
  const values = {
    value: median(samples),
    ratio: median(pairs.map(([subject, other]) => subject / other)),
    difference: median(pairs.map(([subject, other]) => subject - other)),
  };
  const retained = goals.flatMap((goal) =>
    Object.entries(goal).map(([of, atMost]) => {
      if (of !== "value" && reference === undefined) throw new Error(`${name}: its goal needs a reference`);
      return { of: of as keyof typeof values, atMost, isMet: values[of as keyof typeof values] <= atMost };
    }),
  );
  return { ...values, kept: retained };
};

/** Formats `name: figure (reference, ratio, difference)`, then the lowest samples and, if judged, the goals. */
export const figureLine = (figure: Figure, isJudged: boolean): string => {
  const { name, unit, samples, reference } = figure;
  const { value, ratio, difference, kept: retained } = judged(figure);
  const least = Math.min(...samples);
  const parts = [`${name}: ${quantity(value, unit)}`];
  if (reference !== undefined) {
    // Counts can be 0, for which a ratio is undefined.
    const times = Number.isFinite(ratio) ? `, ${ratio.toFixed(2)}×` : "";
    const more = `${difference < 0 ? "" : "+"}${quantity(difference, unit)}`;
    parts.push(`(${reference.name} ${quantity(median(reference.samples), unit)}${times}, ${more})`);
  }
  if (least !== value) {
    const against = reference === undefined ? "" : ` against ${quantity(Math.min(...reference.samples), unit)}`;
    parts.push(`[least ${quantity(least, unit)}${against}]`);
  }
  for (const { of, atMost, isMet } of isJudged ? retained : []) {
    const limit = of === "ratio" ? `${atMost.toFixed(2)}×` : quantity(atMost, unit);
    parts.push(`goal at most ${limit}${of === "difference" ? " more" : ""}: ${isMet ? "met" : "MISSED"}`);
  }
  return parts.join(" ");
};

/** Formats a quantity with three significant digits, followed by the unit. */
const quantity = (value: number, unit: string): string => {
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return `${value.toFixed(digits)} ${unit}`;
};
