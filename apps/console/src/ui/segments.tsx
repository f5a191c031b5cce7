import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import styles from "./segments.module.css";

export interface SegmentsProps<Value extends string> {
  /** Label for screen readers. */
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Choices in order, with their names. */
  readonly names: Readonly<Record<Value, string>>;
}

/** Segmented control: choice of one among a few, such as a time range. */
export function Segments<Value extends string>({ label, value, onChange, names }: SegmentsProps<Value>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={styles.group!}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={([chosen]) => onChange(chosen as Value)}
    >
      {(Object.keys(names) as Value[]).map((choice) => (
        <ToggleButton key={choice} id={choice} className={styles.choice!}>
          {names[choice]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
