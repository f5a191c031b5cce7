import { ChevronRight } from "lucide-react";
import { memo, useId } from "react";
import { Button as AriaButton } from "react-aria-components";
import { webhooks } from "../../strings/webhooks.ts";
import { Badge, type BadgeProps } from "../../ui/badge.tsx";
import { Time } from "../../ui/time.tsx";
import { DeliveryDetails } from "./delivery-details.tsx";
import type { Delivery } from "./use-webhooks.ts";
import { nameOfEvent } from "./webhook-names.ts";
import styles from "./webhooks.module.css";

const texts = webhooks.deliveries;

export interface DeliveryRowProps {
  readonly delivery: Delivery;
  /** Stored by the list: a row that is scrolled out and back in keeps its state. */
  readonly isOpen: boolean;
  readonly onToggle: (id: string) => void;
}

/** Delivery in one line, which expands to all its details. */
export const DeliveryRow = memo(function DeliveryRow({ delivery, isOpen, onToggle }: DeliveryRowProps) {
  const panelId = useId();
  const { event, collection, created_at: created, attempts, response_status: answer, error } = delivery;
  const { label, tone } = stateOf(delivery);
  return (
    <>
      <AriaButton
        aria-expanded={isOpen}
        {...(isOpen && { "aria-controls": panelId })}
        onPress={() => onToggle(delivery.id)}
        className={styles.deliveryHead!}
      >
        <ChevronRight aria-hidden size={16} className={isOpen ? styles.turned : undefined} />
        <Badge tone={tone} isBusy={delivery.status === "pending"}>
          {label}
        </Badge>
        <span className={styles.event}>{nameOfEvent(event)}</span>
        <span className={styles.collection}>{collection === "" ? texts.testEvent : collection}</span>
        <span className={styles.answered}>{answer ?? error ?? ""}</span>
        <span className={styles.attempts}>{texts.attempts(attempts)}</span>
        <span className={styles.when}>
          <Time value={created} />
        </span>
      </AriaButton>
      {isOpen && (
        <div id={panelId} className={styles.deliveryBody}>
          <DeliveryDetails delivery={delivery} />
        </div>
      )}
    </>
  );
});

const stateOf = ({
  status,
  attempts,
}: Delivery): { readonly label: string; readonly tone: NonNullable<BadgeProps["tone"]> } => {
  if (status === "delivered") return { label: texts.status.delivered, tone: "good" };
  if (status === "failed") return { label: texts.status.failed, tone: "bad" };
  return attempts === 0 ? { label: texts.status.pending, tone: "info" } : { label: texts.retrying, tone: "warn" };
};
