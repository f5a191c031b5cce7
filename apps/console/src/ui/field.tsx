import type { HTMLInputTypeAttribute, ReactNode } from "react";
import {
  Checkbox as AriaCheckbox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Button,
  Select as AriaSelect,
  SelectValue,
  Switch as AriaSwitch,
  Text,
  TextArea,
  TextField as AriaTextField,
} from "react-aria-components";
import { Check, ChevronDown } from "lucide-react";
import styles from "./field.module.css";

export interface FieldProps {
  readonly label: string;
  /** Text below the label: the value's meaning, unit and default. */
  readonly hint?: ReactNode;
  /** Reason why the value is invalid. It is shown below the input, in addition to the hint. */
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly name?: string;
}

/** Unlike the browser's own errors, an error found by the service must not block resubmitting the form. */
export const validityOf = (error: string | undefined) =>
  error === undefined
    ? ({ isInvalid: false, validationBehavior: "native" } as const)
    : ({ isInvalid: true, validationBehavior: "aria" } as const);

export const placeholderOf = (placeholder: string | undefined) => (placeholder === undefined ? {} : { placeholder });

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: HTMLInputTypeAttribute;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly autoComplete?: string;
  /** Number of lines of a multi-line text. Undefined for a single-line input. */
  readonly rows?: number;
  readonly isMonospaced?: boolean;
  /** Whether the label is only for screen readers, because the context shows it. */
  readonly isLabelHidden?: boolean;
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, placeholder, rows, isMonospaced, isLabelHidden, type = "text", ...rest } = props;
  const className = `${styles.input} ${isMonospaced ? styles.mono : ""}`;
  return (
    <AriaTextField {...rest} type={type} {...validityOf(error)} className={styles.field!}>
      <Label className={isLabelHidden ? "visually-hidden" : styles.label!}>{label}</Label>
      {hint !== undefined && (
        <Text slot="description" className={styles.hint!}>
          {hint}
        </Text>
      )}
      {rows === undefined ? (
        <Input className={className} {...placeholderOf(placeholder)} spellCheck={!isMonospaced} />
      ) : (
        <TextArea className={className} rows={rows} {...placeholderOf(placeholder)} spellCheck={!isMonospaced} />
      )}
      <FieldError className={styles.error!}>{error}</FieldError>
    </AriaTextField>
  );
}

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

export interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly options: readonly SelectOption<Value>[];
  readonly placeholder?: string;
  /** Whether the label is only for screen readers, because the context shows it. */
  readonly isLabelHidden?: boolean;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, value, onChange, options, placeholder, isLabelHidden, ...rest } = props;
  return (
    <AriaSelect
      {...rest}
      selectedKey={value}
      onSelectionChange={(key) => key !== null && onChange(key as Value)}
      {...validityOf(error)}
      className={styles.field!}
      {...(placeholder !== undefined && { placeholder })}
    >
      <Label className={isLabelHidden ? "visually-hidden" : styles.label!}>{label}</Label>
      {hint !== undefined && (
        <Text slot="description" className={styles.hint!}>
          {hint}
        </Text>
      )}
      <Button className={styles.select!}>
        <SelectValue className={styles.selected!}>
          {({ selectedText, defaultChildren }) => selectedText ?? defaultChildren}
        </SelectValue>
        <ChevronDown aria-hidden size={16} />
      </Button>
      <FieldError className={styles.error!}>{error}</FieldError>
      <Popover className={styles.popover!}>
        <ListBox className={styles.list!} items={options}>
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className={styles.option!}>
              {({ isSelected }) => (
                <>
                  <span className={styles.optionText}>
                    <Text slot="label">{option.label}</Text>
                    {option.hint !== undefined && (
                      <Text slot="description" className={styles.hint!}>
                        {option.hint}
                      </Text>
                    )}
                  </span>
                  {isSelected && <Check aria-hidden size={16} />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

export interface ToggleProps {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
}

/** Checkbox within a `CheckboxGroup`. The group stores the selection, by the checkbox's value. */
export interface GroupedCheckboxProps {
  readonly children: ReactNode;
  readonly value: string;
  readonly isDisabled?: boolean;
}

export function Checkbox({ children, ...rest }: ToggleProps | GroupedCheckboxProps) {
  return (
    <AriaCheckbox {...rest} className={styles.checkbox!}>
      <span className={styles.box} aria-hidden>
        <Check size={14} />
      </span>
      <span>{children}</span>
    </AriaCheckbox>
  );
}

export function Switch({ children, ...rest }: ToggleProps) {
  return (
    <AriaSwitch {...rest} className={styles.checkbox!}>
      <span className={styles.track} aria-hidden />
      <span>{children}</span>
    </AriaSwitch>
  );
}
