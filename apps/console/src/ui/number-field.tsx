import { FieldError, Input, Label, NumberField as AriaNumberField, Text } from "react-aria-components";
import { type FieldProps, placeholderOf, validityOf } from "./field.tsx";
import styles from "./field.module.css";

export interface NumberFieldProps extends FieldProps {
  /** NaN for empty. */
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly step?: number;
  readonly placeholder?: string;
}

export function NumberField({ label, hint, error, minimum, maximum, placeholder, ...rest }: NumberFieldProps) {
  return (
    <AriaNumberField
      {...rest}
      {...(minimum !== undefined && { minValue: minimum })}
      {...(maximum !== undefined && { maxValue: maximum })}
      {...validityOf(error)}
      formatOptions={{ useGrouping: false, maximumFractionDigits: 4 }}
      className={styles.field!}
    >
      <Label className={styles.label!}>{label}</Label>
      {hint !== undefined && (
        <Text slot="description" className={styles.hint!}>
          {hint}
        </Text>
      )}
      <Input className={styles.input!} {...placeholderOf(placeholder)} />
      <FieldError className={styles.error!}>{error}</FieldError>
    </AriaNumberField>
  );
}
