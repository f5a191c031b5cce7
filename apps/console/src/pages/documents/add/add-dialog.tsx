import { useState } from "react";
import { failureOf } from "../../../api/api-error.ts";
import { documentForms } from "../../../strings/document-forms.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Select, TextField } from "../../../ui/field.tsx";
import { objectOf } from "../../../ui/json-object.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Segments } from "../../../ui/segments.tsx";
import styles from "../edit/forms.module.css";
import { type AddForm, EMPTY_FORM, isComplete, requestOf } from "./add-form.ts";
import { useAddDocument } from "./use-add-document.ts";

const texts = documentForms.add;

const CONFLICTS = (["replace", "skip", "error"] as const).map((value) => ({ value, ...texts.conflicts[value] }));

export interface AddDialogProps {
  readonly collection: string;
  readonly onClose: () => void;
}

/** Dialog that adds a document that is not a file: a text, or the page at an address. */
export function AddDialog({ collection, onClose }: AddDialogProps) {
  const [form, setForm] = useState(EMPTY_FORM);
  const add = useAddDocument(collection, onClose);
  const set = (part: Partial<AddForm>) => {
    setForm({ ...form, ...part });
    if (add.isError) add.reset();
  };
  return (
    <FormDialog
      title={texts.title}
      onClose={onClose}
      width="wide"
      submitLabel={texts.submit}
      canSubmit={isComplete(form) && !add.isPending}
      onSubmit={() => add.mutate(requestOf(form))}
    >
      <div>
        <Segments label={texts.kind} value={form.kind} onChange={(kind) => set({ kind })} names={texts.kinds} />
      </div>
      {form.kind === "text" ? (
        <TextField
          label={texts.text}
          hint={texts.textHint}
          value={form.text}
          onChange={(text) => set({ text })}
          rows={8}
        />
      ) : (
        <TextField
          label={texts.url}
          hint={texts.urlHint}
          type="url"
          placeholder="https://example.com/handbook"
          value={form.url}
          onChange={(url) => set({ url })}
          autoComplete="off"
          isMonospaced
        />
      )}
      <Details form={form} set={set} />
      {add.isError && <Notice tone="bad">{failureOf(add.error).message}</Notice>}
    </FormDialog>
  );
}

interface DetailsProps {
  readonly form: AddForm;
  readonly set: (part: Partial<AddForm>) => void;
}

/** Optional fields of a new document. */
function Details({ form, set }: DetailsProps) {
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={texts.filename}
          hint={form.kind === "text" ? texts.filenameHint : texts.pageNameHint}
          value={form.filename}
          onChange={(filename) => set({ filename })}
          autoComplete="off"
        />
        <TextField
          label={documentForms.edit.externalId}
          hint={documentForms.edit.externalIdHint}
          value={form.externalId}
          onChange={(externalId) => set({ externalId })}
          autoComplete="off"
          isMonospaced
        />
      </div>
      {form.externalId !== "" && (
        <Select
          label={texts.onConflict}
          value={form.onConflict}
          onChange={(onConflict) => set({ onConflict })}
          options={CONFLICTS}
        />
      )}
      <TextField
        label={documentForms.edit.metadata}
        hint={texts.metadataHint}
        placeholder="{}"
        rows={3}
        isMonospaced
        value={form.metadata}
        onChange={(metadata) => set({ metadata })}
        error={objectOf(form.metadata) === undefined ? documentForms.notObject : undefined}
      />
    </>
  );
}
