import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { documents as texts } from "../../../strings/documents.ts";
import { formatCount } from "../../../ui/format.ts";
import type { DocumentCounts } from "../documents-data.ts";
import { STATUS_FILTERS, type StatusFilter as Status } from "./list-view.ts";
import styles from "./status-filter.module.css";

export interface StatusFilterProps {
  readonly status: Status;
  readonly onChange: (status: Status) => void;
  /** Document counts, or undefined while they are unknown or don't match the list. */
  readonly counts: DocumentCounts | undefined;
}

/** Filters the list by status. Each choice shows its number of documents. */
export function StatusFilter({ status, onChange, counts }: StatusFilterProps) {
  return (
    <ToggleButtonGroup
      aria-label={texts.filter}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[status]}
      onSelectionChange={(keys) => onChange([...keys][0] as Status)}
      className={styles.group!}
    >
      {STATUS_FILTERS.map((id) => (
        <ToggleButton key={id} id={id} className={styles.button!}>
          {texts.filters[id]}
          {counts !== undefined && (
            <span className={`${styles.count} ${id === "failed" && counts.failed > 0 ? styles.alarm : ""}`}>
              {formatCount(counts[id])}
            </span>
          )}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
