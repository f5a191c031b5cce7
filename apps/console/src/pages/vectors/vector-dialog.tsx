import { useState } from "react";
import { failureOf } from "../../api/api-error.ts";
import type { contract, Message } from "../../api/rest.ts";
import { vectors } from "../../strings/vectors.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { objectOf } from "../../ui/json-object.ts";
import { Notice } from "../../ui/notice.tsx";
import { Segments } from "../../ui/segments.tsx";
import { notifyDone } from "../../ui/toast.tsx";
import { NO_PROVIDER } from "../collections/collection-form.ts";
import { type StoredVector, useSaveVector } from "./use-vectors.ts";
import { entryOf, formOf, numbersOf, type VectorForm, type VectorSource } from "./vector-form.ts";

const texts = vectors.form;

export interface VectorDialogProps {
  readonly collection: Message<contract.Collection>;
  /** Entry to replace, or undefined for a new one. */
  readonly entry: StoredVector | undefined;
  readonly onClose: () => void;
}

/** Dialog that writes an entry: a new one, or a replacement. */
export function VectorDialog({ collection, entry, onClose }: VectorDialogProps) {
  const { name, dimension, embedding_provider: provider } = collection;
  const hasModel = provider !== NO_PROVIDER;
  const [form, setForm] = useState(() => formOf(entry, hasModel));
  const save = useSaveVector(name);
  const set = (part: Partial<VectorForm>) => {
    setForm({ ...form, ...part });
    if (save.isError) save.reset();
  };
  const written = entryOf(form, dimension);
  const { embed, own, none } = texts.sources;
  const sources: Partial<Record<VectorSource, string>> = hasModel ? { embed, own, none } : { own, none };
  const isEmbeddingWrong = form.embedding !== "" && numbersOf(form.embedding, dimension) === undefined;
  const onSuccess = () => {
    notifyDone(texts.saved);
    onClose();
  };
  return (
    <FormDialog
      title={entry === undefined ? texts.addTitle : texts.editTitle}
      onClose={onClose}
      width="wide"
      submitLabel={texts.submit}
      canSubmit={written !== undefined && !save.isPending}
      onSubmit={() => save.mutate(written!, { onSuccess })}
    >
      <TextField
        label={texts.id}
        hint={texts.idHint}
        value={form.id}
        onChange={(id) => set({ id })}
        autoComplete="off"
        isMonospaced
        isDisabled={entry !== undefined}
      />
      <TextField label={texts.text} value={form.text} onChange={(text) => set({ text })} rows={5} />
      <div>
        <Segments
          label={texts.source}
          value={form.source}
          onChange={(source) => set({ source })}
          names={sources as Record<VectorSource, string>}
        />
      </div>
      {form.source === "none" && <Notice>{texts.noneHint}</Notice>}
      {form.source === "own" && (
        <TextField
          label={texts.embedding}
          hint={texts.embeddingHint(dimension)}
          value={form.embedding}
          onChange={(embedding) => set({ embedding })}
          rows={4}
          isMonospaced
          error={isEmbeddingWrong ? texts.embeddingWrong(dimension) : undefined}
        />
      )}
      <TextField
        label={texts.metadata}
        hint={texts.metadataHint}
        placeholder="{}"
        rows={4}
        isMonospaced
        value={form.metadata}
        onChange={(metadata) => set({ metadata })}
        error={objectOf(form.metadata) === undefined ? texts.metadataWrong : undefined}
      />
      {save.isError && <Notice tone="bad">{failureOf(save.error).message}</Notice>}
    </FormDialog>
  );
}
