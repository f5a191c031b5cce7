import { webhooks } from "../../strings/webhooks.ts";
import { notifyDone } from "../../ui/toast.tsx";
import { type EventName, useUpdateWebhook, type Webhook } from "./use-webhooks.ts";
import { WebhookForm } from "./webhook-form.tsx";

const texts = webhooks.form;

export function EditWebhook({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const update = useUpdateWebhook(webhook.id);
  return (
    <WebhookForm
      title={texts.edit}
      submitLabel={texts.submitEdit}
      initial={{
        url: webhook.url,
        events: webhook.events as readonly EventName[],
        collections: webhook.collections,
        description: webhook.description,
      }}
      onSubmit={(input) => {
        if (update.isPending) return;
        update.mutate(input, {
          onSuccess: () => {
            notifyDone(texts.saved);
            onClose();
          },
        });
      }}
      error={update.error}
      onClose={onClose}
    />
  );
}
