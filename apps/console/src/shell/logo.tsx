import styles from "./logo.module.css";

/** The product's mark and name. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden>
        <path className={styles.low} d="M4 22 16 28 28 22 16 16Z" />
        <path className={styles.middle} d="M4 16 16 22 28 16 16 10Z" />
        <path className={styles.high} d="M4 10 16 16 28 10 16 4Z" />
      </svg>
      Quarry
    </span>
  );
}
