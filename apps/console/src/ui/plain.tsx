import type { ReactNode } from "react";
import buttons from "./button.module.css";
import styles from "./plain.module.css";

// Native elements for the rows of long lists, with the same behaviour as react-aria's. Each react-aria element takes a
// dozen hooks that a row does not need, and these dominate the cost of scrolling.

export interface PlainLinkProps {
  /** Page of the console, as a path from its root. */
  readonly href: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Link to a page of the console. `useFollowedLinks` follows it. */
export function PlainLink({ href, className, children }: PlainLinkProps) {
  return (
    <a href={`/console${href}`} className={className}>
      {children}
    </a>
  );
}

export interface PlainCheckboxProps {
  /** Label for screen readers. */
  readonly label: string;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

/** Checkbox labelled by its row. */
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
  /** Label for screen readers; the browser shows it as a tooltip. */
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

/** Link that downloads a file. */
export function PlainIconDownload({ label, href, children }: PlainIconProps & { readonly href: string }) {
  return (
    <a download href={href} className={ICON} aria-label={label} title={label}>
      {children}
    </a>
  );
}
