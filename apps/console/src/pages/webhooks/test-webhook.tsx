import { useEffect, useRef } from "react";
import { common } from "../../strings/common.ts";
import { webhooks } from "../../strings/webhooks.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type Delivery, useDeliveries, useTestWebhook, type Webhook } from "./use-webhooks.ts";
import lists from "../../ui/list.module.css";
import styles from "./webhooks.module.css";

const texts = webhooks.test;

/** Number of newest deliveries among which a test just sent appears. */
const NEWEST = 20;

/** Sends a test and shows the receiver's response. */
export function TestWebhook({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const { mutate, data: deliveryId, error, isPending, reset } = useTestWebhook(webhook.id);
  const { data } = useDeliveries(webhook.id, NEWEST);
  const isBegun = useRef(false);
  useEffect(() => {
    // Runs only once, even though React runs effects twice in development.
    if (!isBegun.current) mutate();
    isBegun.current = true;
  }, [mutate]);
  const again = () => {
    if (isPending || (error === null && !isTried)) return;
    reset();
    mutate();
  };
  const delivery = data?.deliveries.find(({ id }) => id === deliveryId);
  const isTried = delivery !== undefined && delivery.attempts > 0;
  return (
    <Dialog
      title={texts.title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={again}>{texts.again}</Button>
          <Button variant="primary" onPress={onClose}>
            {common.close}
          </Button>
        </>
      }
    >
      {error !== null ? (
        <ErrorState error={error} />
      ) : isTried ? (
        <Outcome delivery={delivery} />
      ) : (
        <div className={styles.sending} role="status">
          <Badge tone="info" isBusy>
            {texts.sending}
          </Badge>
          <code>{webhook.url}</code>
        </div>
      )}
    </Dialog>
  );
}

function Outcome({ delivery }: { readonly delivery: Delivery }) {
  const { status, response_status: answer, error, payload } = delivery;
  const isTaken = status === "delivered";
  return (
    <>
      <div className={styles.outcome} role="status">
        <Notice tone={isTaken ? "good" : "bad"}>
          <p className={styles.answer}>{answer === null ? sentence(error ?? "") : texts.answered(answer)}</p>
          <p>{isTaken ? texts.well : texts.failed}</p>
        </Notice>
      </div>
      <p className={lists.muted}>{texts.payload}</p>
      <CodeBlock code={JSON.stringify(payload, undefined, 2)} label={texts.payload} />
    </>
  );
}

/** The service's reasons begin in lower case, for use within sentences. */
const sentence = (reason: string): string => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
