import { Plus } from "lucide-react";
import { useState } from "react";
import { useParams } from "wouter";
import { webhooks as texts } from "../../strings/webhooks.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { CreateWebhook } from "./create-webhook.tsx";
import { useWebhooks } from "./use-webhooks.ts";
import { WebhookDetail } from "./webhook-detail.tsx";
import { WebhookList } from "./webhook-list.tsx";

/** Page of all webhooks, or of the one named by the address. */
export default function WebhooksPage() {
  const { id } = useParams<{ readonly id?: string }>();
  return id === undefined ? <AllWebhooks /> : <WebhookDetail key={id} id={id} />;
}

function AllWebhooks() {
  const { data, error, isError, refetch } = useWebhooks();
  const [isAdding, setAdding] = useState(false);
  const add = () => setAdding(true);
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.lead}
        actions={
          data !== undefined &&
          data.total > 0 && (
            <Button variant="primary" icon={<Plus aria-hidden />} onPress={add}>
              {texts.add}
            </Button>
          )
        }
      />
      {data !== undefined ? (
        <WebhookList webhooks={data.webhooks} onAdd={add} />
      ) : isError ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <LoadingPage label={texts.loading} />
      )}
      {isAdding && <CreateWebhook onClose={() => setAdding(false)} />}
    </>
  );
}
