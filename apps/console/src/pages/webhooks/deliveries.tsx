import { Send } from "lucide-react";
import { useState } from "react";
import { webhooks } from "../../strings/webhooks.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { DeliveryRow } from "./delivery-row.tsx";
import { useDeliveries } from "./use-webhooks.ts";
import styles from "./webhooks.module.css";

const texts = webhooks.deliveries;

/** Rows at first, and how many more each time; the API gives no more than the last. */
const STEP = 50;
const MOST = 1_000;

/** What was sent to a webhook, live. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const [limit, setLimit] = useState(STEP);
  const { data, error, isError, refetch } = useDeliveries(webhookId, limit);
  if (data === undefined) {
    return isError ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingPage label={texts.loading} />;
  }
  const { deliveries, total } = data;
  return (
    <Card title={texts.title} description={texts.lead} isFlush>
      {deliveries.length === 0 ? (
        <EmptyState icon={<Send />} title={texts.empty.title}>
          <p>{texts.empty.text}</p>
        </EmptyState>
      ) : (
        <ul aria-label={texts.title}>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      {total > deliveries.length && (
        <p className={styles.more}>
          {texts.shown(deliveries.length, total)}
          {limit < MOST && (
            <Button size="small" onPress={() => setLimit(Math.min(MOST, limit + STEP))}>
              {texts.more}
            </Button>
          )}
        </p>
      )}
    </Card>
  );
}
