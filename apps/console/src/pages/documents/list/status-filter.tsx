import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { documents as texts } from "../../../strings/documents.ts";
import { formatCount } from "../../../ui/format.ts";
import { type DocumentCounts, type DocumentFilter, FILTERS } from "../documents-data.ts";
import styles from "./status-filter.module.css";

export interface StatusFilterProps {
  readonly filter: DocumentFilter;
  readonly onChange: (filter: DocumentFilter) => void;
  readonly counts: DocumentCounts | undefined;
}

/** Limits the list to a status; each says how many documents are in it. */
export function StatusFilter({ filter, onChange, counts }: StatusFilterProps) {
  return (
    <ToggleButtonGroup
      aria-label={texts.filter}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[filter]}
      onSelectionChange={(keys) => onChange([...keys][0] as DocumentFilter)}
      className={styles.group!}
    >
      {FILTERS.map((id) => (
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
