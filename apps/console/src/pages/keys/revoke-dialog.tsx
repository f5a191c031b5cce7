import { usePermissions } from "../../api/session.ts";
import { keys as keysTexts } from "../../strings/keys.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { notifyDone, notifyFailed } from "../../ui/toast.tsx";
import { useRevokeKey } from "./use-keys.ts";

const texts = keysTexts;

/** Asks for confirmation before a key is permanently revoked. */
export function RevokeDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { session } = usePermissions();
  const revoke = useRevokeKey();
  const confirm = () =>
    revoke.mutate(name, {
      onSuccess: () => notifyDone(texts.revoked(name)),
      onError: (error) => notifyFailed(texts.notRevoked(name), error),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      title={texts.revokeTitle(name)}
      isOpen
      onClose={onClose}
      confirmLabel={texts.revoke}
      onConfirm={confirm}
      isPending={revoke.isPending}
    >
      <p>{texts.revokeText}</p>
      {session.name === `key:${name}` && <Notice tone="warn">{texts.revokeOwn}</Notice>}
    </ConfirmDialog>
  );
}
