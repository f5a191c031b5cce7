import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { FileTrigger } from "react-aria-components";
import { useLocation } from "wouter";
import { failureOf } from "../../api/api-error.ts";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Checkbox, TextField } from "../../ui/field.tsx";
import { formatBytes } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Progress } from "../../ui/progress.tsx";
import { notifyDone } from "../../ui/toast.tsx";
import { nameProblem, refusedField } from "./collection-form.ts";
import forms from "./forms.module.css";
import { type Archive, sendArchive } from "./send-archive.ts";
import { useRefreshCollections } from "./use-collections.ts";

const texts = collectionsTexts.import;
const formTexts = collectionsTexts.form;

const NEW: Omit<Archive, "file"> = { name: "", newIds: false, reembed: false, embeddingKey: "" };

/** Creates a collection from an archive. Closing the dialog aborts the import, and nothing of it remains. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [form, setForm] = useState(NEW);
  const [file, setFile] = useState<File>();
  const [isTried, setTried] = useState(false);
  const [percent, setPercent] = useState(0);
  const abort = useRef(new AbortController());
  const refresh = useRefreshCollections();
  const [, navigate] = useLocation();
  const send = useMutation({
    mutationFn: (archive: Archive) => sendArchive(archive, setPercent, abort.current.signal),
    onSuccess: ({ name }) => {
      refresh();
      notifyDone(texts.done(name));
      onClose();
      navigate(`/collections/${name}`);
    },
    gcTime: 0,
  });
  useEffect(() => {
    const controller = new AbortController();
    abort.current = controller;
    return () => controller.abort();
  }, []);
  const set = (part: Partial<typeof NEW>) => setForm({ ...form, ...part });
  const refused = send.isError ? refusedField(send.error).name : undefined;
  const missing = isTried && form.name === "" ? formTexts.nameMissing : undefined;
  const submit = () => {
    setTried(true);
    if (file === undefined || form.name === "" || nameProblem(form.name) !== undefined) return;
    setPercent(0);
    send.mutate({ ...form, file });
  };
  return (
    <FormDialog
      title={texts.title}
      onClose={onClose}
      role="alertdialog"
      submitLabel={texts.submit}
      canSubmit={!send.isPending}
      onSubmit={submit}
    >
      <p className={forms.muted}>{texts.text}</p>
      <div className={forms.secret} role="group" aria-label={texts.file}>
        <span className={forms.label}>{texts.file}</span>
        <span className={forms.row}>
          <FileTrigger
            acceptedFileTypes={[".tar", "application/x-tar"]}
            onSelect={(files) => setFile(files?.[0] ?? file)}
          >
            <Button>{texts.choose}</Button>
          </FileTrigger>
          <span className={forms.muted}>
            {file === undefined ? texts.noFile : `${file.name} (${formatBytes(file.size)})`}
          </span>
        </span>
        {isTried && file === undefined && <span className={forms.error}>{texts.fileMissing}</span>}
      </div>
      <TextField
        label={formTexts.name}
        hint={formTexts.nameHint}
        value={form.name}
        onChange={(name) => {
          set({ name });
          if (send.isError) send.reset();
        }}
        error={nameProblem(form.name) ?? missing ?? refused}
        autoComplete="off"
        isRequired
        isMonospaced
      />
      <div className={forms.choices}>
        <Checkbox isSelected={form.newIds} onChange={(newIds) => set({ newIds })}>
          {texts.newIds} <span className={forms.below}>{texts.newIdsHint}</span>
        </Checkbox>
        <Checkbox isSelected={form.reembed} onChange={(reembed) => set({ reembed })}>
          {texts.reembed} <span className={forms.below}>{texts.reembedHint}</span>
        </Checkbox>
      </div>
      <TextField
        label={texts.key}
        hint={texts.keyHint}
        type="password"
        autoComplete="off"
        value={form.embeddingKey}
        onChange={(embeddingKey) => set({ embeddingKey })}
        isMonospaced
      />
      {send.isPending && (
        <div>
          <p className={forms.muted}>{texts.pending(percent)}</p>
          <Progress label={texts.progress} value={percent < 100 ? percent : undefined} />
        </div>
      )}
      {send.isError && refused === undefined && <Notice tone="bad">{failureOf(send.error).message}</Notice>}
    </FormDialog>
  );
}
