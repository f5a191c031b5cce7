import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { Form } from "react-aria-components";
import { common as commonTexts } from "../../../strings/common.ts";
import { documentForms } from "../../../strings/document-forms.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import styles from "../edit/forms.module.css";
import { ChangeFields, changeOf, NO_CHANGE } from "./change-fields.tsx";
import type { Target } from "./target.ts";
import type { BulkOrder } from "./use-bulk.ts";
import { countOf, type WorkKind } from "./work.ts";

export interface BulkDialogProps {
  readonly collection: string;
  readonly kind: WorkKind;
  readonly target: Target;
  readonly onClose: () => void;
  readonly onConfirm: (order: BulkOrder) => void;
}

/** Counts by a dry run what is to be worked on, and asks before it is. */
export function BulkDialog({ collection, kind, target, onClose, onConfirm }: BulkDialogProps) {
  const texts = documentForms.bulk[kind];
  const [form, setForm] = useState(NO_CHANGE);
  const id = useId();
  const counted = useQuery({
    queryKey: ["dry-run", collection, target],
    queryFn: () => countOf(collection, target),
    staleTime: 0,
    gcTime: 0,
  });
  const count = counted.data;
  const change = kind === "update" ? changeOf(form) : {};
  const canConfirm = count !== undefined && count > 0 && change !== undefined;
  const confirm = () => {
    if (!canConfirm) return;
    onConfirm({ target, count, work: kind === "update" ? { kind, ...change } : { kind } });
  };
  return (
    <Dialog
      title={texts.title(count)}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose}>{commonTexts.cancel}</Button>
          <Button variant={kind === "delete" ? "danger" : "primary"} type="submit" form={id} isDisabled={!canConfirm}>
            {texts.confirm(count)}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        className={styles.form!}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <Counted count={count} error={counted.error} retry={() => void counted.refetch()}>
          {texts.text}
        </Counted>
        {kind === "update" && <ChangeFields form={form} onChange={setForm} />}
      </Form>
    </Dialog>
  );
}

interface CountedProps {
  readonly count: number | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  readonly children: ReactNode;
}

function Counted({ count, error, retry, children }: CountedProps) {
  if (count === undefined && error !== null) return <ErrorState error={error} retry={retry} />;
  return (
    <>
      <p role="status">{count === undefined ? documentForms.bulk.counting : documentForms.bulk.counted(count)}</p>
      <p>{children}</p>
    </>
  );
}
