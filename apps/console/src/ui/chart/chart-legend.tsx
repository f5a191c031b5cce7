import styles from "./chart.module.css";
import { momentFormat } from "./format-time.ts";
import { type ChartData, type ChartStyle, valuesAt } from "./series.ts";

interface ChartLegendProps {
  readonly data: ChartData;
  readonly look: ChartStyle;
  /** The place that the pointer is at; null for none. */
  readonly index: number | null;
}

/** The names of the series, with their values where the pointer is. */
export function ChartLegend({ data, look, index }: ChartLegendProps) {
  const values = index === null ? [] : valuesAt(data, index);
  const time = index === null ? undefined : data.times[index];
  return (
    <div className={styles.legend} aria-hidden="true">
      {data.series.map(({ label, color }, position) => (
        <span key={label} className={styles.entry}>
          <span className={styles.swatch} data-color={color} />
          {label}
          {values[position] != null && <strong>{look.formatValue(values[position])}</strong>}
        </span>
      ))}
      {time !== undefined && <span className={styles.moment}>{momentFormat(data, look)(time)}</span>}
    </div>
  );
}
