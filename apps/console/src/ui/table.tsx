import type { ReactNode } from "react";
import styles from "./table.module.css";

export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  readonly render: (row: Row) => ReactNode;
  /** Whether the column has numbers, which are aligned at the end. */
  readonly isNumeric?: boolean;
  /** Whether the column is hidden on a phone, which has space only for the important ones. */
  readonly isSecondary?: boolean;
}

export interface TableProps<Row> {
  /** Label for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/**
 * Plain table for at most a few hundred rows; `VirtualList` is for longer lists. The first column is the row header.
 */
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
