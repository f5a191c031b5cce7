import { Cable } from "lucide-react";
import { Link } from "react-aria-components";
import { webhooks as texts } from "../../strings/webhooks.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import lists from "../../ui/list.module.css";
import type { Webhook } from "./use-webhooks.ts";
import { nameOfEvent, nameOfWebhook, scopeOf } from "./webhook-names.ts";
import styles from "./webhooks.module.css";

export interface WebhookListProps {
  readonly webhooks: readonly Webhook[];
  readonly onAdd: () => void;
}

/** List of the webhooks, each with a link to its deliveries. */
export function WebhookList({ webhooks, onAdd }: WebhookListProps) {
  if (webhooks.length === 0) {
    return (
      <div className={lists.panel}>
        <EmptyState
          icon={<Cable />}
          title={texts.empty.title}
          action={
            <Button variant="primary" onPress={onAdd}>
              {texts.add}
            </Button>
          }
        >
          <p>{texts.empty.text}</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <ul className={lists.panel} aria-label={texts.listed}>
      {webhooks.map((webhook) => (
        <li key={webhook.id} className={`${lists.row} ${lists.lined} ${styles.row}`}>
          <div className={lists.text}>
            <p className={lists.head}>
              <Link href={`/webhooks/${webhook.id}`} className={`${lists.name} ${styles.name}`}>
                {nameOfWebhook(webhook)}
              </Link>
              <State isActive={webhook.active} />
            </p>
            <p className={styles.url}>{webhook.url}</p>
            <p className={lists.facts}>
              <span>{webhook.events.map(nameOfEvent).join(", ")}</span>
              <span>{scopeOf(webhook)}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function State({ isActive }: { readonly isActive: boolean }) {
  return <Badge tone={isActive ? "good" : "neutral"}>{isActive ? texts.active : texts.paused}</Badge>;
}
