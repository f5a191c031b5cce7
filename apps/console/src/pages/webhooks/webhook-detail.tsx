import { webhooks } from "../../strings/webhooks.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import lists from "../../ui/list.module.css";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Time } from "../../ui/time.tsx";
import { Deliveries } from "./deliveries.tsx";
import { useWebhook, type Webhook } from "./use-webhooks.ts";
import { WebhookActions } from "./webhook-actions.tsx";
import { State } from "./webhook-list.tsx";
import { nameOfEvent, nameOfWebhook, scopeOf } from "./webhook-names.ts";
import styles from "./webhooks.module.css";

const texts = webhooks.detail;

const TRAIL = [{ label: webhooks.title, href: "/webhooks" }];

/** Details of a webhook: its events, its actions, and its deliveries. */
export function WebhookDetail({ id }: { readonly id: string }) {
  const { data: webhook, error, isError, refetch } = useWebhook(id);
  if (webhook === undefined) {
    return (
      <>
        <PageHeader title={webhooks.title} trail={TRAIL} />
        {isError ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingPage label={webhooks.loading} />}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={nameOfWebhook(webhook)}
        trail={TRAIL}
        actions={<WebhookActions webhook={webhook} />}
        description={<State isActive={webhook.active} />}
      />
      <div className={lists.page}>
        {!webhook.active && <Notice tone="warn">{texts.pausedNotice}</Notice>}
        <Details webhook={webhook} />
        <Deliveries webhookId={id} />
      </div>
    </>
  );
}

function Details({ webhook }: { readonly webhook: Webhook }) {
  const { url, events, created_at: created, updated_at: updated } = webhook;
  const details = [
    { label: texts.url, value: <code>{url}</code> },
    { label: texts.events, value: events.map(nameOfEvent).join(", ") },
    { label: texts.collections, value: scopeOf(webhook) },
    { label: texts.created, value: <Time value={created} /> },
    ...(updated === created ? [] : [{ label: texts.changed, value: <Time value={updated} /> }]),
  ];
  return (
    <dl className={styles.factGrid} aria-label={texts.facts}>
      {details.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
