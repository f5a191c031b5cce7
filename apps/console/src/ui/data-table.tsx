import styles from "./table.module.css";

export interface DataTableProps {
  /** Label for screen readers. */
  readonly label: string;
  /** Header rows, from the top. */
  readonly header: readonly (readonly string[])[];
  /** Rows can have fewer cells than others. */
  readonly rows: readonly (readonly string[])[];
}

/** Table with data of unknown structure: any columns, text in every cell. For a few hundred rows. */
export function DataTable({ label, header, rows }: DataTableProps) {
  const columns = Array.from(
    { length: Math.max(...[...header, ...rows].map((cells) => cells.length), 1) },
    (_, at) => at,
  );
  return (
    <div className={`${styles.scroller} ${styles.bounded}`} role="region" aria-label={label} tabIndex={0}>
      <table className={`${styles.table} ${styles.data}`} aria-label={label} lang="">
        {header.length > 0 && (
          <thead>
            {header.map((cells, row) => (
              <tr key={row}>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {cells[column]}
                  </th>
                ))}
              </tr>
            ))}
          </thead>
        )}
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {columns.map((column) => (
                <td key={column}>{cells[column]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
