import type { ReactNode } from "react";
import buttons from "./button.module.css";
import styles from "./plain.module.css";

// Native elements for the rows of long lists, which behave as those of react-aria do. Those take a dozen hooks each
// that a row has no use for; while a list scrolls that is most of the work.

export interface PlainLinkProps {
  /** A page of the console, from its root. */
  readonly href: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A link to a page of the console; `useFollowedLinks` follows it. */
export function PlainLink({ href, className, children }: PlainLinkProps) {
  return (
    <a href={`/console${href}`} className={className}>
      {children}
    </a>
  );
}

export interface PlainCheckboxProps {
  /** Said by screen readers. */
  readonly label: string;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

/** Checkbox whose row is its label. */
export function PlainCheckbox({ label, isSelected, onChange }: PlainCheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={label}
        checked={isSelected}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

const ICON = `${buttons.button} ${buttons.quiet} ${buttons.icon}`;

interface PlainIconProps {
  /** Said by screen readers, and shown as a tooltip by the browser. */
  readonly label: string;
  readonly children: ReactNode;
}

export function PlainIconButton({ label, onPress, children }: PlainIconProps & { readonly onPress: () => void }) {
  return (
    <button type="button" className={ICON} aria-label={label} title={label} onClick={onPress}>
      {children}
    </button>
  );
}

/** Saves a file. */
export function PlainIconDownload({ label, href, children }: PlainIconProps & { readonly href: string }) {
  return (
    <a download href={href} className={ICON} aria-label={label} title={label}>
      {children}
    </a>
  );
}
