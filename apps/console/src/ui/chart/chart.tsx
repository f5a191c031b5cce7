import { lazy, Suspense, useId, useState } from "react";
import styles from "./chart.module.css";
import { ChartLegend } from "./chart-legend.tsx";
import { ChartTable } from "./chart-table.tsx";
import { type ChartData, type ChartStyle, hasValues } from "./series.ts";

const Plot = lazy(() => import("./plot.tsx"));

interface ChartProps {
  readonly data: ChartData;
  readonly chartStyle: ChartStyle;
  /** One-sentence description of the chart, for screen readers and in place of an empty chart. */
  readonly summary: string;
  /** Height in pixels. Default: 180. */
  readonly height?: number;
}

/**
 * Numbers over time as lines or stacked bars. The legend shows the values at the pointer. A table below contains all of
 * them, for the keyboard and for screen readers.
 */
export function Chart({ data, chartStyle, summary, height = 180 }: ChartProps) {
  const [index, setIndex] = useState<number | null>(null);
  const id = useId();
  if (!hasValues(data)) {
    return (
      <p className={styles.nothing} style={{ minHeight: Math.round(height * 0.6) }}>
        {summary}
      </p>
    );
  }
  return (
    <figure className={styles.chart} aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        {summary}
      </figcaption>
      <ChartLegend data={data} chartStyle={chartStyle} index={index} />
      <div aria-hidden="true" className={styles.drawing} style={{ height }}>
        <Suspense fallback={null}>
          <Plot data={data} chartStyle={chartStyle} height={height} onIndex={setIndex} />
        </Suspense>
      </div>
      <ChartTable data={data} chartStyle={chartStyle} />
    </figure>
  );
}
