import { type Ref, useId } from "react";
import { Form } from "react-aria-components";
import { common as commonTexts } from "../strings/common.ts";
import { Button } from "./button.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";
import styles from "./dialog.module.css";

export interface FormDialogProps extends Pick<DialogProps, "title" | "onClose" | "children" | "width" | "role"> {
  /** Label that names the action: "Add document". */
  readonly submitLabel: string;
  readonly canSubmit: boolean;
  readonly onSubmit: () => void;
  /** Whether data is lost permanently. Default false. */
  readonly isDangerous?: boolean;
  readonly formRef?: Ref<HTMLFormElement>;
  /**
   * Validation. With "native" the browser refuses to submit a field with an invalid value. Default "aria": it is only
   * reported.
   */
  readonly validationBehavior?: "native" | "aria";
}

/** Dialog with a form. Its button or Enter submits it; Cancel and Escape discard it. */
export function FormDialog({
  submitLabel,
  canSubmit,
  onSubmit,
  isDangerous = false,
  formRef,
  validationBehavior = "aria",
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      {...dialog}
      isOpen
      actions={
        <>
          <Button onPress={dialog.onClose}>{commonTexts.cancel}</Button>
          <Button variant={isDangerous ? "danger" : "primary"} type="submit" form={id} isDisabled={!canSubmit}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        {...(formRef !== undefined && { ref: formRef })}
        className={styles.form!}
        validationBehavior={validationBehavior}
        onSubmit={(event) => {
          event.preventDefault();
          if (canSubmit) onSubmit();
        }}
      >
        {children}
      </Form>
    </Dialog>
  );
}
