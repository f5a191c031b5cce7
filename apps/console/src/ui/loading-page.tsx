import styles from "./states.module.css";
import { Skeleton } from "./skeleton.tsx";

export interface LoadingPageProps {
  /** Label for screen readers. */
  readonly label: string;
  /** Whether it replaces the whole page or only part of it. */
  readonly isWholePage?: boolean;
}

/** Placeholder of a page whose code or data is being loaded. */
export function LoadingPage({ label, isWholePage = false }: LoadingPageProps) {
  return (
    <div className={`${styles.loading} ${isWholePage ? styles.whole : ""}`} role="status" aria-busy="true">
      <span className="visually-hidden">{label}</span>
      <Skeleton width="14rem" height="2rem" />
      <Skeleton height="8rem" />
      <Skeleton height="16rem" />
    </div>
  );
}
