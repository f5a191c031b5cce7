import { useState } from "react";
import { useLocation } from "wouter";
import { usePermissions } from "../../api/session.ts";
import { webhooks } from "../../strings/webhooks.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SecretOnce } from "./secret-once.tsx";
import { useCreateWebhook } from "./use-webhooks.ts";
import { WebhookForm } from "./webhook-form.tsx";

const texts = webhooks.form;

/** Dialog that creates a webhook, and shows its secret once. */
export function CreateWebhook({ onClose }: { readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const { session } = usePermissions();
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string }>();
  const create = useCreateWebhook();
  if (created !== undefined) {
    const finish = () => {
      onClose();
      navigate(`/webhooks/${created.id}`);
    };
    return (
      <Dialog
        title={webhooks.secret.title}
        isOpen
        onClose={finish}
        // A click outside would lose the secret permanently.
        role="alertdialog"
        width="wide"
        actions={
          <Button variant="primary" onPress={finish}>
            {webhooks.secret.done}
          </Button>
        }
      >
        <SecretOnce secret={created.secret} />
      </Dialog>
    );
  }
  return (
    <WebhookForm
      title={texts.create}
      submitLabel={texts.submitCreate}
      initial={{
        url: "",
        events: ["document.ready", "document.failed"],
        collections: session.collections === null ? null : [],
        description: "",
      }}
      onSubmit={(input) => {
        if (create.isPending) return;
        create.mutate(input, { onSuccess: ({ id, secret }) => setCreated({ id, secret: secret ?? "" }) });
      }}
      error={create.error}
      onClose={onClose}
    />
  );
}
