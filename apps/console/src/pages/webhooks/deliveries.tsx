import { Send } from "lucide-react";
import { useCallback, useState } from "react";
import { webhooks } from "../../strings/webhooks.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { ListMore } from "../../ui/list-more.tsx";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { DeliveryRow } from "./delivery-row.tsx";
import { useDeliveries } from "./use-webhooks.ts";

const texts = webhooks.deliveries;

/** Initial number of rows, and the increment. The API returns no more than the last step. */
const STEP = 50;
const MAX_ROWS = 1_000;

/** Height in pixels of a collapsed delivery. */
const CLOSED_HEIGHT = 45;

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const after = new Set(ids);
  if (!after.delete(id)) after.add(id);
  return after;
};

/** Live list of deliveries to a webhook. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const [limit, setLimit] = useState(STEP);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string) => setOpen((before) => toggled(before, id)), []);
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
        <VirtualList
          label={texts.title}
          count={deliveries.length}
          rowHeight={CLOSED_HEIGHT}
          isMeasured
          keyOf={(index) => deliveries[index]!.id}
          renderRow={(index) => {
            const delivery = deliveries[index]!;
            return <DeliveryRow delivery={delivery} isOpen={open.has(delivery.id)} onToggle={toggle} />;
          }}
        />
      )}
      {total > deliveries.length && (
        <ListMore
          shown={texts.shown(deliveries.length, total)}
          label={texts.more}
          onMore={limit < MAX_ROWS ? () => setLimit(Math.min(MAX_ROWS, limit + STEP)) : undefined}
        />
      )}
    </Card>
  );
}
