import { type Figure, type Goal, keepsGoal } from "./figure.ts";

/** `name: figure (reference, ratio)`, then the minima and, unless it is not to be judged, the goal. */
export const formatFigure = (bench: string, figure: Figure, isJudged = true): string => {
  const { name, unit, reference } = figure;
  const parts = [`${bench}, ${name}: ${quantity(figure.median, unit)}`];
  if (reference !== undefined) {
    const { ratio, difference } = reference;
    // Counts can be 0, and nothing is a multiple of that.
    const times = Number.isFinite(ratio) ? [`${ratio.toFixed(2)}×`] : [];
    const more = `${difference < 0 ? "" : "+"}${quantity(difference, unit)}`;
    parts.push(`(${[`${reference.name} ${quantity(reference.median, unit)}`, ...times, more].join(", ")})`);
  }
  if (figure.minimum !== figure.median) parts.push(`[${minima(figure)}]`);
  const kept = isJudged ? keepsGoal(figure) : undefined;
  if (kept !== undefined) parts.push(`goal ${goalText(figure.goal!, unit)}: ${kept ? "met" : "MISSED"}`);
  return parts.join(" ");
};

const minima = ({ minimum, unit, reference }: Figure): string =>
  reference === undefined
    ? `minimum ${quantity(minimum, unit)}`
    : `minimum ${quantity(minimum, unit)} against ${quantity(reference.minimum, unit)}`;

const goalText = ({ of, atMost }: Goal, unit: string): string => {
  if (of === "ratio") return `at most ${atMost.toFixed(2)}×`;
  return `at most ${quantity(atMost, unit)}${of === "difference" ? " more" : ""}`;
};

/** Three digits that count; the unit stands behind. */
const quantity = (value: number, unit: string): string => {
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return `${value.toFixed(digits)} ${unit}`;
};
