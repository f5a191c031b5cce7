import { CloudOff, TriangleAlert } from "lucide-react";
import { failureOf } from "../api/api-error.ts";
import { common as commonTexts } from "../strings/common.ts";
import { Button } from "./button.tsx";
import styles from "./states.module.css";

export interface ErrorStateProps {
  readonly error: unknown;
  readonly retry?: () => void;
  /** Whether it replaces the whole page or only part of it. */
  readonly isWholePage?: boolean;
}

/** Error in place of content that could not be loaded: the service's message, advice, and a retry button. */
export function ErrorState({ error, retry, isWholePage = false }: ErrorStateProps) {
  const { message, status, requestId } = failureOf(error);
  const isUnreachable = status === undefined;
  const texts = commonTexts.failure;
  return (
    <div className={`${styles.state} ${isWholePage ? styles.page : ""}`} role="alert">
      <span className={styles.icon} aria-hidden>
        {isUnreachable ? <CloudOff /> : <TriangleAlert />}
      </span>
      <h2 className={styles.title}>{isUnreachable ? texts.away : texts.titleOf(status)}</h2>
      <div className={styles.text}>
        <p>{isUnreachable ? texts.awayHint : message}</p>
        {requestId !== undefined && status! >= 500 && <p>{texts.requestId(requestId)}</p>}
      </div>
      {retry !== undefined && <Button onPress={retry}>{commonTexts.retry}</Button>}
    </div>
  );
}
