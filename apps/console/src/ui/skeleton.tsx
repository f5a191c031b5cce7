import styles from "./states.module.css";

export interface SkeletonProps {
  /** CSS lengths. Default: a line of text over the whole width. */
  readonly width?: string;
  readonly height?: string;
}

/** Placeholder of content being loaded: prevents layout shifts. */
export function Skeleton({ width = "100%", height = "1.25rem" }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden />;
}
