import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { documentForms } from "../../../strings/document-forms.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
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

/** Counts the affected documents by a dry run, and asks for confirmation. */
export function BulkDialog({ collection, kind, target, onClose, onConfirm }: BulkDialogProps) {
  const texts = documentForms.bulk[kind];
  const [form, setForm] = useState(NO_CHANGE);
  const counted = useQuery({
    queryKey: ["dry-run", collection, target],
    queryFn: () => countOf(collection, target),
    staleTime: 0,
    gcTime: 0,
  });
  const count = counted.data;
  const change = kind === "update" ? changeOf(form) : {};
  const confirm = () => {
    if (count === undefined || change === undefined) return;
    onConfirm({ target, count, work: kind === "update" ? { kind, ...change } : { kind } });
  };
  return (
    <FormDialog
      title={texts.title(count)}
      onClose={onClose}
      role="alertdialog"
      submitLabel={texts.confirm(count)}
      canSubmit={count !== undefined && count > 0 && change !== undefined}
      onSubmit={confirm}
      isDangerous={kind === "delete"}
    >
      <Counted count={count} error={counted.error} retry={() => void counted.refetch()}>
        {texts.text}
      </Counted>
      {kind === "update" && <ChangeFields form={form} onChange={setForm} />}
    </FormDialog>
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
