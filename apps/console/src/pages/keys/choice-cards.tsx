import { Label, Radio, RadioGroup } from "react-aria-components";
import styles from "./choice-cards.module.css";

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint: string;
}

export interface ChoiceCardsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly choices: readonly Choice<Value>[];
}

/** Choice of one among a few, each with a line of explanation. */
export function ChoiceCards<Value extends string>({ label, value, onChange, choices }: ChoiceCardsProps<Value>) {
  return (
    <RadioGroup value={value} onChange={(chosen) => onChange(chosen as Value)} className={styles.group!}>
      <Label className={styles.label!}>{label}</Label>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <Radio key={choice.value} value={choice.value} className={styles.choice!}>
            <span className={styles.mark} aria-hidden />
            <span>
              <span className={styles.name}>{choice.label}</span>
              <span className={styles.hint}>{choice.hint}</span>
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
