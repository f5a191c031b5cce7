import { Form } from "react-aria-components";
import { keys as keysTexts } from "../../strings/keys.ts";
import { Select, TextField } from "../../ui/field.tsx";
import { localTime } from "../../ui/time.tsx";
import { ChoiceCards } from "./choice-cards.tsx";
import { CollectionChoice } from "./collection-choice.tsx";
import { expiryOf } from "./expiry.ts";
import { type FormProblems, isLimited, type KeyForm } from "./key-form.ts";
import styles from "./keys.module.css";

const texts = keysTexts;

const SCOPES = (["read", "write", "admin"] as const).map((value) => ({ value, ...texts.scopes[value] }));

const REACHES = [
  { value: "all", label: texts.form.reachAll, hint: texts.form.reachAllHint },
  { value: "some", label: texts.form.reachSome, hint: texts.form.reachSomeHint },
] as const;

const EXPIRIES = (["never", "days30", "days90", "year", "date"] as const).map((value) => ({
  value,
  label: texts.form.expiresOptions[value],
}));

const SIGNINGS = (["none", "HS256", "EdDSA"] as const).map((value) => ({ value, ...texts.form.signings[value] }));

interface PartProps {
  readonly form: KeyForm;
  readonly set: (part: Partial<KeyForm>) => void;
  readonly problems: FormProblems;
}

export interface KeyFieldsProps extends PartProps {
  readonly id: string;
  readonly onSubmit: () => void;
}

/** Form for a new key. `id` names the form, for a submit button outside it. */
export function KeyFields({ id, onSubmit, ...parts }: KeyFieldsProps) {
  return (
    <div className={styles.columns}>
      <Form
        id={id}
        className={styles.column!}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <NameAndScope {...parts} />
      </Form>
      {/* Outside the form, because adding a collection name is a form of its own. */}
      <div className={styles.column}>
        <Reach {...parts} />
        <ExpiryFields {...parts} />
        {isLimited(parts.form) && <AccessFilterFields {...parts} />}
      </div>
    </div>
  );
}

function NameAndScope({ form, set, problems }: PartProps) {
  return (
    <>
      <TextField
        label={texts.form.name}
        hint={texts.form.nameHint}
        placeholder={texts.form.namePlaceholder}
        value={form.name}
        onChange={(name) => set({ name })}
        error={problems.name && (problems.name === "taken" ? texts.form.nameTaken : texts.form.nameWrong)}
        autoComplete="off"
        autoFocus
        isMonospaced
      />
      <ChoiceCards label={texts.form.scope} value={form.scope} onChange={(scope) => set({ scope })} choices={SCOPES} />
    </>
  );
}

/** Access filter of a new key, and whether the key is only for signing tokens. */
function AccessFilterFields({ form, set, problems }: PartProps) {
  return (
    <>
      <TextField
        label={texts.form.filter}
        hint={texts.form.filterHint}
        placeholder='{"acl": "group:staff"}'
        value={form.filter}
        onChange={(filter) => set({ filter })}
        error={problems.filter && texts.form.filterWrong}
        rows={2}
        isMonospaced
      />
      <Select
        label={texts.form.signing}
        hint={texts.form.signingHint}
        value={form.signing}
        onChange={(signing) => set({ signing })}
        options={SIGNINGS}
      />
      {form.signing === "EdDSA" && (
        <TextField
          label={texts.form.publicKey}
          hint={texts.form.publicKeyHint}
          placeholder="-----BEGIN PUBLIC KEY-----"
          value={form.publicKey}
          onChange={(publicKey) => set({ publicKey })}
          rows={3}
          isMonospaced
        />
      )}
    </>
  );
}

function Reach({ form, set, problems }: PartProps) {
  return (
    <div className={styles.reach}>
      <ChoiceCards label={texts.form.reach} value={form.reach} onChange={(reach) => set({ reach })} choices={REACHES} />
      {form.reach === "some" && (
        <CollectionChoice
          chosen={form.collections}
          onChange={(collections) => set({ collections })}
          error={problems.collections && texts.form.chooseOne}
        />
      )}
    </div>
  );
}

function ExpiryFields({ form, set, problems }: PartProps) {
  const { at } = expiryOf(form.expiry, form.day);
  return (
    <div className={styles.expiry}>
      <Select
        label={texts.form.expires}
        value={form.expiry}
        onChange={(expiry) => set({ expiry })}
        options={EXPIRIES}
      />
      {form.expiry === "date" && (
        <TextField
          label={texts.form.date}
          hint={texts.form.dateHint}
          type="date"
          value={form.day}
          onChange={(day) => set({ day })}
          error={problems.day && texts.form.dateWrong}
        />
      )}
      {at !== undefined && <p className={styles.faint}>{texts.form.endsAt(localTime(at.getTime()))}</p>}
    </div>
  );
}
