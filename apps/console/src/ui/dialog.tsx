import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { common as commonTexts } from "../strings/common.ts";
import { Button, IconButton } from "./button.tsx";
import styles from "./dialog.module.css";
import { TextField } from "./field.tsx";

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
  readonly width?: "narrow" | "wide";
  /** "alertdialog" is for questions that require an answer: a click outside does not close it. */
  readonly role?: "dialog" | "alertdialog";
}

/** Modal dialog. Escape closes it, and the focus returns to its previous element. */
export function Dialog({ title, isOpen, onClose, children, actions, width = "narrow", role = "dialog" }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role === "dialog"}
      className={styles.overlay!}
    >
      <Modal className={`${styles.modal} ${styles[width]}`}>
        <AriaDialog role={role} className={styles.dialog!}>
          <header className={styles.header}>
            <Heading slot="title" className={styles.title!}>
              {title}
            </Heading>
            <IconButton label={commonTexts.close} onPress={onClose}>
              <X aria-hidden size={16} />
            </IconButton>
          </header>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <footer className={styles.footer}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Description of what is lost. */
  readonly children: ReactNode;
  /** Label that names the action: "Delete collection". */
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly isPending?: boolean;
  /** Text that must be typed first, for irreversible actions. */
  readonly typed?: string;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, isOpen, onClose, children, confirmLabel, onConfirm, isPending = false, typed } = props;
  const [text, setText] = useState("");
  const close = () => {
    setText("");
    onClose();
  };
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={close}
      role="alertdialog"
      actions={
        <>
          <Button onPress={close}>{commonTexts.cancel}</Button>
          <Button
            variant="danger"
            onPress={onConfirm}
            isDisabled={isPending || (typed !== undefined && text !== typed)}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className={styles.question}>{children}</div>
      {typed !== undefined && (
        <TextField
          label={commonTexts.typeToConfirm(typed)}
          value={text}
          onChange={setText}
          autoComplete="off"
          autoFocus
          isMonospaced
        />
      )}
    </Dialog>
  );
}
