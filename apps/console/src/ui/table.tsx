import type { ReactNode } from "react";
import styles from "./table.module.css";

export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  readonly render: (row: Row) => ReactNode;
  /** Numbers stand at the end, below each other. */
  readonly isNumeric?: boolean;
  /** Whether the column is hidden on a phone, which has room for the important ones only. */
  readonly isSecondary?: boolean;
}

export interface TableProps<Row> {
  /** Said by screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** A plain table, for some hundred rows at most; longer lists are for `VirtualList`. The first column heads its row. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className={styles.scroller} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.key} scope="row" className={classOf(column)}>
                    {column.render(row)}
                  </th>
                ) : (
                  <td key={column.key} className={classOf(column)}>
                    {column.render(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const classOf = ({ isNumeric, isSecondary }: Column<never>): string =>
  [isNumeric && styles.numeric, isSecondary && styles.secondary].filter(Boolean).join(" ");
