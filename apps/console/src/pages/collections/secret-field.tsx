import { collections as collectionsTexts } from "../../strings/collections.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import styles from "./forms.module.css";
import { KEEP_SECRET, type SecretChange } from "./secret-change.ts";

const texts = collectionsTexts.settings.key;

export interface SecretFieldProps {
  readonly label: string;
  /** Whether a key is stored. It is never shown. */
  readonly isSet: boolean;
  readonly change: SecretChange;
  readonly onChange: (change: SecretChange) => void;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
}

/** Field for an API key, which can be set, replaced or removed, but never read. */
export function SecretField({ label, isSet, change, onChange, error, isDisabled = false }: SecretFieldProps) {
  if (change.kind === "set") {
    return (
      <div className={styles.secret}>
        <TextField
          label={label}
          hint={texts.hint}
          type="password"
          autoComplete="off"
          value={change.value}
          onChange={(value) => onChange({ kind: "set", value })}
          error={error}
          autoFocus
          isMonospaced
        />
        <Button size="small" variant="quiet" onPress={() => onChange(KEEP_SECRET)}>
          {texts.keep}
        </Button>
      </div>
    );
  }
  const isRemoved = change.kind === "remove";
  return (
    <div className={styles.secret} role="group" aria-label={label}>
      <span className={styles.label}>{label}</span>
      <span className={styles.row}>
        <span className={styles.muted}>{isRemoved ? texts.removing : isSet ? texts.isSet : texts.notSet}</span>
        {isRemoved ? (
          <Button size="small" onPress={() => onChange(KEEP_SECRET)}>
            {texts.keep}
          </Button>
        ) : (
          <Button size="small" isDisabled={isDisabled} onPress={() => onChange({ kind: "set", value: "" })}>
            {isSet ? texts.replace : texts.set}
          </Button>
        )}
        {isSet && !isRemoved && (
          <Button size="small" variant="danger" isDisabled={isDisabled} onPress={() => onChange({ kind: "remove" })}>
            {texts.remove}
          </Button>
        )}
      </span>
      {error !== undefined && <span className={styles.error}>{error}</span>}
    </div>
  );
}
