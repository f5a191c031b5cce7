import { useState } from "react";
import { common as commonTexts } from "../../../strings/common.ts";
import { documentForms } from "../../../strings/document-forms.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { objectOf } from "../../../ui/json-object.ts";
import { Notice } from "../../../ui/notice.tsx";
import type { DocumentMessage } from "../documents-data.ts";
import { type FormField, formOf, patchOf, refusalOf } from "./document-form.ts";
import { useSaveDocument } from "./save-document.ts";

const texts = documentForms.edit;

export interface EditDialogProps {
  readonly collection: string;
  readonly document: DocumentMessage;
  readonly onClose: () => void;
}

/** Dialog for a document's metadata. Saving does not parse or embed the document again. */
export function EditDialog({ collection, document, onClose }: EditDialogProps) {
  // Document as of the opening of the dialog. Changes are computed against it, even if others change the document
  // meanwhile.
  const [read, setRead] = useState(document);
  const [form, setForm] = useState(() => formOf(document));
  const [hasConflict, setHasConflict] = useState(false);
  const save = useSaveDocument(collection, onClose);
  const isMetadataWrong = objectOf(form.metadata) === undefined;
  const isChanged = Object.keys(patchOf(read, form)).length > 0;
  const refusal = save.error === null ? undefined : refusalOf(save.error);
  const fieldOf = (field: FormField) => ({
    value: form[field],
    onChange: (value: string) => {
      setForm({ ...form, [field]: value });
      save.reset();
    },
    error: refusal?.field === field ? refusal.message : undefined,
  });
  const submit = () => {
    save.mutate(
      { read, form },
      {
        onSuccess: ({ conflict }) => {
          if (conflict === undefined) return;
          setRead(conflict);
          setForm(formOf(conflict));
          setHasConflict(true);
        },
      },
    );
  };
  return (
    <FormDialog
      title={texts.title}
      onClose={onClose}
      submitLabel={commonTexts.save}
      canSubmit={isChanged && !isMetadataWrong && form.filename !== "" && !save.isPending}
      onSubmit={submit}
    >
      {hasConflict && <Notice tone="warn">{texts.outrun}</Notice>}
      <TextField
        label={texts.filename}
        hint={document.file_type === "chunks" ? texts.filenameHintChunks : texts.filenameHint}
        autoComplete="off"
        {...fieldOf("filename")}
      />
      <TextField
        {...fieldOf("metadata")}
        label={texts.metadata}
        hint={document.file_type === "chunks" ? texts.metadataHintChunks : texts.metadataHint}
        placeholder="{}"
        rows={7}
        isMonospaced
        error={isMetadataWrong ? documentForms.notObject : fieldOf("metadata").error}
      />
      <TextField
        label={texts.externalId}
        hint={texts.externalIdHint}
        autoComplete="off"
        isMonospaced
        {...fieldOf("externalId")}
      />
      <TextField label={texts.expires} hint={texts.expiresHint} type="datetime-local" {...fieldOf("expiresAt")} />
      {refusal !== undefined && refusal.field === undefined && <Notice tone="bad">{refusal.message}</Notice>}
    </FormDialog>
  );
}
