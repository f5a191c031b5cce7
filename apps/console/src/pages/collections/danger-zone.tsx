import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { allowLeaving } from "../../shell/leaving.ts";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { formatBytes } from "../../ui/format.ts";
import { notifyDone, notifyFailed } from "../../ui/toast.tsx";
import styles from "./collections.module.css";
import { useCollectionStats, useDeleteCollection } from "./use-collections.ts";

const texts = collectionsTexts.settings.danger;

/** Deletion of a collection, after its name was typed. */
export function DangerZone({ name }: { readonly name: string }) {
  const [isConfirming, setConfirming] = useState(false);
  const stats = useCollectionStats(name).data;
  const remove = useDeleteCollection(name);
  const [, navigate] = useLocation();
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        notifyDone(texts.done(name));
        allowLeaving();
        navigate("/collections");
      },
      onError: (error) => {
        setConfirming(false);
        notifyFailed(texts.failed, error);
      },
    });
  return (
    <Card title={texts.title}>
      <div className={styles.column}>
        <p className={styles.muted}>{texts.text}</p>
        <Button variant="danger" icon={<Trash2 aria-hidden />} onPress={() => setConfirming(true)}>
          {texts.action}
        </Button>
      </div>
      <ConfirmDialog
        title={texts.title2(name)}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        confirmLabel={texts.confirm}
        onConfirm={confirm}
        isPending={remove.isPending}
        typed={name}
      >
        <p>
          {stats === undefined
            ? texts.losesUnknown
            : texts.loses(stats.document_count, stats.total_chunks, formatBytes(stats.total_size_bytes))}
        </p>
      </ConfirmDialog>
    </Card>
  );
}
