import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-aria-components";
import { webhooks } from "../../strings/webhooks.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { DueTime } from "../../ui/due-time.tsx";
import { Time } from "../../ui/time.tsx";
import { notifyDone, notifyFailed } from "../../ui/toast.tsx";
import { type Delivery, useRedeliver } from "./use-webhooks.ts";
import lists from "../../ui/list.module.css";
import styles from "./webhooks.module.css";

const texts = webhooks.deliveries;

/** Details of a delivery, its body, and a button to resend it. */
export function DeliveryDetails({ delivery }: { readonly delivery: Delivery }) {
  return (
    <>
      <dl className={styles.deliveryFacts}>
        {detailsOf(delivery).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CodeBlock code={JSON.stringify(delivery.payload, undefined, 2)} label={texts.payloadLabel} maxHeight="16rem" />
      <SendAgain delivery={delivery} />
    </>
  );
}

function SendAgain({ delivery }: { readonly delivery: Delivery }) {
  const redeliver = useRedeliver(delivery.webhook_id);
  if (delivery.status === "pending") return <p className={lists.muted}>{texts.onItsWay}</p>;
  return (
    <div className={styles.again}>
      <Button
        size="small"
        icon={<RotateCw aria-hidden />}
        onPress={() =>
          !redeliver.isPending &&
          redeliver.mutate(delivery.id, {
            onSuccess: () => notifyDone(texts.againNow),
            onError: (error) => notifyFailed(texts.notAgain, error),
          })
        }
      >
        {texts.again}
      </Button>
      <span className={lists.muted}>{texts.againHint}</span>
    </div>
  );
}

const detailsOf = (delivery: Delivery): readonly { readonly label: string; readonly value: ReactNode }[] => {
  const { collection, document_id: documentId, response_status: answer, error, status } = delivery;
  const { created_at: created, delivered_at: delivered, next_attempt_at: next } = delivery;
  return [
    { label: texts.id, value: <code>{delivery.id}</code> },
    ...(documentId === ""
      ? []
      : [
          {
            label: texts.document,
            value: (
              <Link href={`/collections/${encodeURIComponent(collection)}/documents/${documentId}`}>
                <code>{documentId}</code>
              </Link>
            ),
          },
        ]),
    { label: texts.happened, value: <Time value={created} isAbsolute /> },
    ...(delivered === null ? [] : [{ label: texts.delivered, value: <Time value={delivered} isAbsolute /> }]),
    { label: texts.answer, value: answer ?? texts.noAnswer },
    ...(error === null ? [] : [{ label: texts.reason, value: error }]),
    ...(status === "pending"
      ? [{ label: texts.nextAttempt, value: next === null ? texts.waits : <DueTime value={next} /> }]
      : []),
  ];
};
