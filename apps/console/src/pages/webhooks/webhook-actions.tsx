import { Pause, Pencil, Play, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { webhooks } from "../../strings/webhooks.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { notifyDone, notifyFailed } from "../../ui/toast.tsx";
import { EditWebhook } from "./edit-webhook.tsx";
import { TestWebhook } from "./test-webhook.tsx";
import { useDeleteWebhook, useUpdateWebhook, type Webhook } from "./use-webhooks.ts";

const texts = webhooks.detail;

type Open = "test" | "edit" | "delete";

/** Actions for a webhook. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Button icon={<Trash2 aria-hidden />} variant="danger" onPress={() => setOpen("delete")}>
        {texts.delete}
      </Button>
      <PauseButton webhook={webhook} />
      <Button icon={<Pencil aria-hidden />} onPress={() => setOpen("edit")}>
        {texts.edit}
      </Button>
      <Button icon={<Send aria-hidden />} variant="primary" onPress={() => setOpen("test")}>
        {texts.test}
      </Button>
      {open === "edit" && <EditWebhook webhook={webhook} onClose={close} />}
      {open === "test" && <TestWebhook webhook={webhook} onClose={close} />}
      {open === "delete" && <DeleteWebhook webhook={webhook} onClose={close} />}
    </>
  );
}

function PauseButton({ webhook: { id, active } }: { readonly webhook: Webhook }) {
  const update = useUpdateWebhook(id);
  const toggle = () =>
    !update.isPending &&
    update.mutate(
      { active: !active },
      {
        onSuccess: () => notifyDone(active ? texts.pausedNow : texts.resumedNow),
        onError: (error) => notifyFailed(texts.notChanged, error),
      },
    );
  return (
    <Button icon={active ? <Pause aria-hidden /> : <Play aria-hidden />} onPress={toggle}>
      {active ? texts.pause : texts.resume}
    </Button>
  );
}

function DeleteWebhook({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const remove = useDeleteWebhook(webhook.id);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        notifyDone(texts.deleted);
        navigate("/webhooks");
      },
      onError: (error) => {
        notifyFailed(texts.notDeleted, error);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={texts.deleteTitle}
      isOpen
      onClose={onClose}
      confirmLabel={texts.deleteConfirm}
      onConfirm={confirm}
      isPending={remove.isPending}
    >
      <p>{texts.deleteText(webhook.url)}</p>
    </ConfirmDialog>
  );
}
