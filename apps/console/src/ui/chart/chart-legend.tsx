import styles from "./chart.module.css";
import { momentFormat } from "./format-time.ts";
import { type ChartData, type ChartStyle, valuesAt } from "./series.ts";

interface ChartLegendProps {
  readonly data: ChartData;
  readonly chartStyle: ChartStyle;
  /** Index at the pointer, or null. */
  readonly index: number | null;
}

/** Names of the series, with their values at the pointer. */
export function ChartLegend({ data, chartStyle, index }: ChartLegendProps) {
  const values = index === null ? [] : valuesAt(data, index);
  const time = index === null ? undefined : data.times[index];
  return (
    <div className={styles.legend} aria-hidden="true">
      {data.series.map(({ label, color }, position) => (
        <span key={label} className={styles.entry}>
          <span className={styles.swatch} data-color={color} />
          {label}
          {values[position] != null && <strong>{chartStyle.formatValue(values[position])}</strong>}
        </span>
      ))}
      {time !== undefined && <span className={styles.moment}>{momentFormat(data, chartStyle)(time)}</span>}
    </div>
  );
}
