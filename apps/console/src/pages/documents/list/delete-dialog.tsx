import { documents as texts } from "../../../strings/documents.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";

export interface DeleteDialogProps {
  readonly count: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly isPending?: boolean;
}

/** Asks before documents are deleted. */
export function DeleteDialog({ count, isOpen, onClose, onConfirm, isPending = false }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={texts.deleteTitle(count)}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={texts.deleteLabel(count)}
      onConfirm={onConfirm}
      isPending={isPending}
    >
      <p>{count === 1 ? texts.deleteText : texts.deleteManyText}</p>
    </ConfirmDialog>
  );
}
