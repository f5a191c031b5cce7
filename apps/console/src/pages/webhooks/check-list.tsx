import { Check } from "lucide-react";
import { Checkbox, CheckboxGroup, FieldError, Label } from "react-aria-components";
import fieldStyles from "../../ui/field.module.css";
import lists from "../../ui/list.module.css";
import styles from "./webhooks.module.css";

export interface CheckOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Explanation of the option. */
  readonly hint?: string;
}

export interface CheckListProps<Value extends string> {
  readonly label: string;
  readonly options: readonly CheckOption<Value>[];
  readonly selected: readonly Value[];
  readonly onChange: (selected: readonly Value[]) => void;
  readonly error: string | undefined;
  /** Whether a long list scrolls. */
  readonly isScrolled?: boolean;
}

/** Choice of any number of options, each with an explanation. */
export function CheckList<Value extends string>(props: CheckListProps<Value>) {
  const { label, options, selected, onChange, error, isScrolled = false } = props;
  return (
    <CheckboxGroup
      value={[...selected]}
      onChange={(values) => onChange(values as Value[])}
      isInvalid={error !== undefined}
      className={fieldStyles.field!}
    >
      <Label className={fieldStyles.label!}>{label}</Label>
      <div className={`${styles.checks} ${isScrolled ? styles.scrolled : ""}`}>
        {options.map(({ value, label: name, hint }) => (
          <Checkbox key={value} value={value} className={`${fieldStyles.checkbox} ${styles.check}`}>
            <span className={fieldStyles.box} aria-hidden>
              <Check size={14} />
            </span>
            <span>
              <span className={styles.checkName}>{name}</span>
              {hint !== undefined && <span className={lists.muted}>{hint}</span>}
            </span>
          </Checkbox>
        ))}
      </div>
      <FieldError className={fieldStyles.error!}>{error}</FieldError>
    </CheckboxGroup>
  );
}
