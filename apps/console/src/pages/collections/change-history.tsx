import { collections as collectionsTexts } from "../../strings/collections.ts";
import { Badge } from "../../ui/badge.tsx";
import { formatDuration } from "../../ui/format.ts";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { kindOf, indexTitleOf, STATE_TONES } from "./change-words.ts";
import styles from "./collections.module.css";
import { type IndexChange, isRunning } from "./use-changes.ts";

const texts = collectionsTexts.index;

const COLUMNS: readonly Column<IndexChange>[] = [
  {
    key: "change",
    label: texts.columns.change,
    render: (change) => (
      <span className={styles.name}>
        {kindOf(change)}
        <span className={styles.muted}>{texts.fromTo(indexTitleOf(change.from), indexTitleOf(change.to))}</span>
      </span>
    ),
  },
  {
    key: "state",
    label: texts.columns.state,
    render: (change) => (
      <span title={change.error ?? texts.stateHints[change.state]}>
        <Badge tone={STATE_TONES[change.state]} isBusy={isRunning(change)}>
          {texts.states[change.state]}
        </Badge>
      </span>
    ),
  },
  {
    key: "began",
    label: texts.columns.began,
    isSecondary: true,
    render: ({ created_at: createdAt }) => (
      <span className={styles.muted}>
        <Time value={createdAt} />
      </span>
    ),
  },
  {
    key: "took",
    label: texts.columns.took,
    isNumeric: true,
    isSecondary: true,
    render: ({ created_at: createdAt, finished_at: finishedAt, updated_at: updatedAt, state }) => {
      // A change in state `switched` finishes a day later, when the previous index is removed. Until then its duration
      // ends at the switch.
      const end = state === "switched" ? updatedAt : finishedAt;
      return end === null || state === "done" ? "–" : formatDuration(Date.parse(end) - Date.parse(createdAt));
    },
  },
];

/** History of the collection's changes with their outcomes, newest first. */
export function ChangeHistory({ changes }: { readonly changes: readonly IndexChange[] }) {
  return <Table label={texts.history} columns={COLUMNS} rows={changes} keyOf={({ id }) => id} />;
}
