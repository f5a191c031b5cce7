import { useState } from "react";
import { chart as texts } from "../../strings/chart.ts";
import styles from "./chart.module.css";
import { momentFormat } from "./format-time.ts";
import { type ChartData, type ChartStyle, valuesAt } from "./series.ts";

interface ChartTableProps {
  readonly data: ChartData;
  readonly chartStyle: ChartStyle;
}

/** Table of the chart's numbers, latest first, in a disclosure. It is rendered only while open. */
export function ChartTable({ data, chartStyle }: ChartTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.details} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.showTable}</summary>
      {isOpen && (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={texts.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.time}</th>
                {data.series.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.times
                .map((time, index) => <Row key={time} data={data} chartStyle={chartStyle} index={index} />)
                .toReversed()}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

function Row({ data, chartStyle, index }: ChartTableProps & { readonly index: number }) {
  const time = data.times[index]!;
  return (
    <tr>
      <th scope="row">
        <time dateTime={new Date(time).toISOString()}>{momentFormat(data, chartStyle)(time)}</time>
      </th>
      {valuesAt(data, index).map((value, position) => (
        <td key={data.series[position]!.label}>{value === null ? "–" : chartStyle.formatValue(value)}</td>
      ))}
    </tr>
  );
}
