import { useState } from "react";
import { chart as texts } from "../../strings/chart.ts";
import styles from "./chart.module.css";
import { momentFormat } from "./format-time.ts";
import { type ChartData, type ChartStyle, valuesAt } from "./series.ts";

interface ChartTableProps {
  readonly data: ChartData;
  readonly look: ChartStyle;
}

/** The chart's numbers, the latest first, behind a disclosure; not in the page until it is open. */
export function ChartTable({ data, look }: ChartTableProps) {
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
              {data.times.map((time, index) => <Row key={time} data={data} look={look} index={index} />).toReversed()}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

function Row({ data, look, index }: ChartTableProps & { readonly index: number }) {
  const time = data.times[index]!;
  return (
    <tr>
      <th scope="row">
        <time dateTime={new Date(time).toISOString()}>{momentFormat(data, look)(time)}</time>
      </th>
      {valuesAt(data, index).map((value, position) => (
        <td key={data.series[position]!.label}>{value === null ? "–" : look.formatValue(value)}</td>
      ))}
    </tr>
  );
}
