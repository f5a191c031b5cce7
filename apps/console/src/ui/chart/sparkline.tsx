import styles from "./sparkline.module.css";

interface SparklineProps {
  /** Evenly spaced values. Null if unknown. */
  readonly values: readonly (number | null)[];
}

const WIDTH = 120;
const HEIGHT = 32;
/** Margin for the line's own width. */
const MARGIN = 2;

/** Trend of a number, shown next to it: a hint, not a chart, and hidden from screen readers. */
export function Sparkline({ values }: SparklineProps) {
  const points = pointsOf(values);
  if (points.length < 2) return null;
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const [first] = points[0]!;
  const [last] = points.at(-1)!;
  return (
    <svg
      className={styles.sparkline}
      data-flat={values.every((value) => !value) || undefined}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polygon points={`${first},${HEIGHT} ${line} ${last},${HEIGHT}`} />
      <polyline points={line} />
    </svg>
  );
}

const pointsOf = (values: readonly (number | null)[]): readonly (readonly [x: number, y: number])[] => {
  const highest = Math.max(0, ...values.map((value) => value ?? 0)) || 1;
  const step = WIDTH / Math.max(1, values.length - 1);
  const height = HEIGHT - 2 * MARGIN;
  return values.flatMap((value, index) =>
    value === null ? [] : [[index * step, MARGIN + height * (1 - value / highest)] as const],
  );
};
