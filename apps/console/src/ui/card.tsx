import type { ReactNode } from "react";
import styles from "./card.module.css";

export interface CardProps {
  readonly title?: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Whether the content extends to the edges, as tables and lists do. */
  readonly isFlush?: boolean;
}

/** Section of a page with its own heading. */
export function Card({ title, description, actions, children, isFlush = false }: CardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      {(title !== undefined || actions !== undefined) && (
        <header className={styles.header}>
          <div>
            <h2 className={styles.title}>{title}</h2>
            {description !== undefined && <p className={styles.description}>{description}</p>}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={isFlush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
