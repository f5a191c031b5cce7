import { useId, useState } from "react";
import { failureOf } from "../../api/api-error.ts";
import { common as commonTexts } from "../../strings/common.ts";
import { keys as keysTexts } from "../../strings/keys.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { KeyFields } from "./key-fields.tsx";
import { EMPTY_FORM, problemsOf, requestOf } from "./key-form.ts";
import { MadeKey } from "./made-key.tsx";
import { type AccessKey, useCreateKey } from "./use-keys.ts";

const texts = keysTexts;

export interface NewKeyDialogProps {
  readonly taken: readonly AccessKey[];
  readonly onClose: () => void;
}

/** Dialog that creates a key and shows it once. A single window for both lets the focus return correctly. */
export function NewKeyDialog({ taken, onClose }: NewKeyDialogProps) {
  const create = useCreateKey();
  const [form, setForm] = useState(EMPTY_FORM);
  // An empty field is not an error yet: problems are shown after the first submit.
  const [isTried, setTried] = useState(false);
  const id = useId();
  const problems = problemsOf(form, taken);
  const submit = () => {
    setTried(true);
    if (Object.keys(problems).length === 0) create.mutate(requestOf(form));
  };
  const made = create.data;
  return (
    <Dialog
      title={made === undefined ? texts.form.title : texts.made.title(made.name)}
      isOpen
      onClose={onClose}
      role="alertdialog"
      width="wide"
      actions={
        made === undefined ? (
          <>
            <Button onPress={onClose}>{commonTexts.cancel}</Button>
            <Button variant="primary" type="submit" form={id} isDisabled={create.isPending}>
              {create.isPending ? texts.form.pending : texts.form.submit}
            </Button>
          </>
        ) : (
          <Button variant="primary" onPress={onClose}>
            {texts.made.done}
          </Button>
        )
      }
    >
      {made === undefined ? (
        <KeyFields
          id={id}
          form={form}
          set={(part) => setForm({ ...form, ...part })}
          problems={isTried ? problems : {}}
          onSubmit={submit}
        />
      ) : (
        <MadeKey accessKey={made} />
      )}
      {create.isError && <Notice tone="bad">{failureOf(create.error).message}</Notice>}
    </Dialog>
  );
}
