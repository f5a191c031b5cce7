import { X } from "lucide-react";
import {
  Text,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from "react-aria-components";
import { failureOf } from "../api/api-error.ts";
import { common as commonTexts } from "../strings/common.ts";
import { IconButton } from "./button.tsx";
import styles from "./toast.module.css";

interface Note {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly tone: "good" | "bad";
}

const queue = new ToastQueue<Note>({ maxVisibleToasts: 3 });

const GOOD_MS = 5_000;

/** Shows a brief success message. */
export const notifyDone = (title: string): void => {
  queue.add({ title, tone: "good" }, { timeout: GOOD_MS });
};

/** Shows a failure with the service's message, until it is closed. */
export const notifyFailed = (title: string, error: unknown): void => {
  queue.add({ title, detail: failureOf(error).message, tone: "bad" });
};

/** Container of the toasts above. Rendered once, at the root. */
export function ToastRegion() {
  return (
    <AriaToastRegion queue={queue} className={styles.region!} aria-label={commonTexts.notes}>
      {({ toast }) => (
        <AriaToast toast={toast} className={`${styles.toast} ${styles[toast.content.tone]}`}>
          <ToastContent className={styles.content!}>
            <Text slot="title" className={styles.title!}>
              {toast.content.title}
            </Text>
            {toast.content.detail !== undefined && <Text slot="description">{toast.content.detail}</Text>}
          </ToastContent>
          <IconButton slot="close" label={commonTexts.close}>
            <X aria-hidden size={16} />
          </IconButton>
        </AriaToast>
      )}
    </AriaToastRegion>
  );
}
