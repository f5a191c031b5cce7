import { CloudOff, TriangleAlert } from "lucide-react";
import { failureOf } from "../api/api-error.ts";
import { common as commonTexts } from "../strings/common.ts";
import { Button } from "./button.tsx";
import styles from "./states.module.css";

export interface ErrorStateProps {
  readonly error: unknown;
  readonly retry?: () => void;
  /** In place of everything, not of a part. */
  readonly isWholePage?: boolean;
}

/** Stands where something would that could not be read: what the service said, what to do, and another try. */
export function ErrorState({ error, retry, isWholePage = false }: ErrorStateProps) {
  const { message, status, requestId } = failureOf(error);
  const isAway = status === undefined;
  const texts = commonTexts.failure;
  return (
    <div className={`${styles.state} ${isWholePage ? styles.page : ""}`} role="alert">
      <span className={styles.icon} aria-hidden>
        {isAway ? <CloudOff /> : <TriangleAlert />}
      </span>
      <h2 className={styles.title}>{isAway ? texts.away : texts.titleOf(status)}</h2>
      <div className={styles.text}>
        <p>{isAway ? texts.awayHint : message}</p>
        {requestId !== undefined && status! >= 500 && <p>{texts.requestId(requestId)}</p>}
      </div>
      {retry !== undefined && <Button onPress={retry}>{commonTexts.retry}</Button>}
    </div>
  );
}
