import { documentForms } from "../../../strings/document-forms.ts";
import { Select, TextField } from "../../../ui/field.tsx";
import { objectOf } from "../../../ui/json-object.ts";
import styles from "../edit/forms.module.css";
import { timeOf } from "../edit/moment.ts";
import type { Change } from "./work.ts";

const texts = documentForms.bulk.update;

/** Form values of a change to many documents. */
export interface ChangeForm {
  /** JSON Merge Patch. Empty for none. */
  readonly metadata: string;
  readonly expiry: "keep" | "at" | "never";
  /** Time in the form of `momentOf`. */
  readonly moment: string;
}

export const NO_CHANGE: ChangeForm = { metadata: "", expiry: "keep", moment: "" };

const EXPIRIES = (["keep", "at", "never"] as const).map((value) => ({ value, label: texts.expiries[value] }));

/** Returns the change that the form describes, or undefined if it is empty. */
export const changeOf = ({ metadata, expiry, moment }: ChangeForm): Change | undefined => {
  const patch = objectOf(metadata);
  if (patch === undefined || (expiry === "at" && moment === "")) return undefined;
  const change: Change = {
    ...(Object.keys(patch).length > 0 && { metadata: patch }),
    ...(expiry !== "keep" && { expires_at: expiry === "never" ? null : timeOf(moment) }),
  };
  return Object.keys(change).length > 0 ? change : undefined;
};

export interface ChangeFieldsProps {
  readonly form: ChangeForm;
  readonly onChange: (form: ChangeForm) => void;
}

/** Fields of an update: the metadata and expiry to set on each document. */
export function ChangeFields({ form, onChange }: ChangeFieldsProps) {
  return (
    <>
      <TextField
        label={documentForms.edit.metadata}
        hint={texts.metadataHint}
        placeholder='{"team": "docs", "draft": null}'
        rows={4}
        isMonospaced
        value={form.metadata}
        onChange={(metadata) => onChange({ ...form, metadata })}
        error={objectOf(form.metadata) === undefined ? documentForms.notObject : undefined}
      />
      <div className={styles.pair}>
        <Select
          label={texts.expiry}
          value={form.expiry}
          onChange={(expiry) => onChange({ ...form, expiry })}
          options={EXPIRIES}
        />
        {form.expiry === "at" && (
          <TextField
            label={documentForms.edit.expires}
            type="datetime-local"
            value={form.moment}
            onChange={(moment) => onChange({ ...form, moment })}
          />
        )}
      </div>
    </>
  );
}
