import { useId } from "react";
import { common } from "../../strings/common.ts";
import { webhooks } from "../../strings/webhooks.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { tellDone } from "../../ui/toast.tsx";
import { type EventName, useUpdateWebhook, type Webhook } from "./use-webhooks.ts";
import { WebhookForm } from "./webhook-form.tsx";

const texts = webhooks.form;

export function EditWebhook({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const formId = useId();
  const update = useUpdateWebhook(webhook.id);
  return (
    <Dialog
      title={texts.edit}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button variant="primary" type="submit" form={formId}>
            {texts.submitEdit}
          </Button>
        </>
      }
    >
      <WebhookForm
        id={formId}
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
              tellDone(texts.saved);
              onClose();
            },
          });
        }}
        error={update.error}
      />
    </Dialog>
  );
}
