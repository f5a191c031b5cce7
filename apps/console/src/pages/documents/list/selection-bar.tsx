import { Pencil, RotateCcw, Trash2, X } from "lucide-react";
import { documentForms } from "../../../strings/document-forms.ts";
import { documents as texts } from "../../../strings/documents.ts";
import { common as commonTexts } from "../../../strings/common.ts";
import { Button } from "../../../ui/button.tsx";
import { Progress } from "../../../ui/progress.tsx";
import styles from "./selection-bar.module.css";
import type { BulkProgress } from "../bulk/use-bulk.ts";
import type { WorkKind } from "../bulk/work.ts";

export interface SelectionBarProps {
  readonly count: number;
  readonly progress: BulkProgress | undefined;
  readonly onWork: (kind: WorkKind) => void;
  readonly onClear: () => void;
}

/** Actions for the selected documents, and their progress. */
export function SelectionBar({ count, progress, onWork, onClear }: SelectionBarProps) {
  if (progress !== undefined) {
    return (
      <div className={styles.bar} role="status">
        <span className={styles.count}>
          {progress.label}: {texts.doing(progress.done, progress.of)}
        </span>
        <span className={styles.progress}>
          <Progress label={progress.label} value={(progress.done / progress.of) * 100} />
        </span>
      </div>
    );
  }
  return (
    <div className={styles.bar}>
      <span className={styles.count} role="status">
        {texts.selected(count)}
      </span>
      <Button size="small" icon={<Pencil aria-hidden />} onPress={() => onWork("update")}>
        {documentForms.bulk.update.open}
      </Button>
      <Button size="small" icon={<RotateCcw aria-hidden />} onPress={() => onWork("reprocess")}>
        {texts.reprocess}
      </Button>
      <Button size="small" variant="danger" icon={<Trash2 aria-hidden />} onPress={() => onWork("delete")}>
        {commonTexts.delete}
      </Button>
      <Button size="small" variant="quiet" icon={<X aria-hidden />} onPress={onClear}>
        {texts.clearSelection}
      </Button>
    </div>
  );
}
