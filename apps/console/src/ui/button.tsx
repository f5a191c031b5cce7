import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps, Link as AriaLink } from "react-aria-components";
import styles from "./button.module.css";

export interface ButtonProps extends Omit<AriaButtonProps, "children" | "className" | "style"> {
  readonly children: ReactNode;
  /** `primary` once per view; `danger` for irreversible actions; `quiet` in rows and toolbars. Default `secondary`. */
  readonly variant?: "primary" | "secondary" | "danger" | "quiet";
  readonly size?: "small" | "medium";
  readonly icon?: ReactNode;
}

export function Button({ children, variant = "secondary", size = "medium", icon, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={`${styles.button} ${styles[variant]} ${styles[size]}`}>
      {icon}
      <span>{children}</span>
    </AriaButton>
  );
}

export interface IconButtonProps extends Omit<AriaButtonProps, "children" | "className" | "style"> {
  /** Label for screen readers; the browser shows it as a tooltip. */
  readonly label: string;
  readonly children: ReactNode;
}

export function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <AriaButton {...rest} aria-label={label} className={`${styles.button} ${styles.quiet} ${styles.icon}`}>
      {children}
    </AriaButton>
  );
}

export interface LinkButtonProps {
  readonly href: string;
  readonly children: ReactNode;
  readonly variant?: "primary" | "secondary" | "quiet";
  readonly size?: "small" | "medium";
  readonly icon?: ReactNode;
  /** Whether the link's target is downloaded instead of opened. */
  readonly isDownload?: boolean;
  /** Label for screen readers, if several elements have the same text. It begins with that text. */
  readonly label?: string;
}

/** Link that looks like a button, for navigation. */
export function LinkButton({
  href,
  children,
  variant = "secondary",
  size = "medium",
  icon,
  isDownload,
  label,
}: LinkButtonProps) {
  return (
    <AriaLink
      href={href}
      className={`${styles.button} ${styles[variant]} ${styles[size]}`}
      {...(isDownload === true && { download: true })}
      {...(label !== undefined && { "aria-label": label })}
    >
      {icon}
      <span>{children}</span>
    </AriaLink>
  );
}
