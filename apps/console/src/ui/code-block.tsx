import styles from "./code-block.module.css";
import { CopyButton } from "./copy-button.tsx";

export interface CodeBlockProps {
  readonly code: string;
  /** Label for screen readers. */
  readonly label: string;
  /** CSS length; longer code scrolls. Default 24rem. */
  readonly maxHeight?: string;
}

export function CodeBlock({ code, label, maxHeight = "24rem" }: CodeBlockProps) {
  return (
    <div className={styles.block}>
      <pre className={styles.code} style={{ maxHeight }} tabIndex={0} role="region" aria-label={label}>
        <code>{code}</code>
      </pre>
      <span className={styles.copy}>
        <CopyButton text={code} />
      </span>
    </div>
  );
}
