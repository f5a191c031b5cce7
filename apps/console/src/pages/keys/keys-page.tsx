import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { keys as keysTexts } from "../../strings/keys.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EndedKeys, KeysTable } from "./keys-table.tsx";
import styles from "./keys.module.css";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { type AccessKey, useKeys } from "./use-keys.ts";

const texts = keysTexts;

/** Page of access keys: creates, shows once, and revokes them. */
export default function KeysPage() {
  const keys = useKeys();
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<AccessKey | undefined>();
  const create = () => setCreating(true);
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.lead}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onPress={create}>
            {texts.create}
          </Button>
        }
      />
      {keys.data !== undefined ? (
        <Keys keys={keys.data} onCreate={create} onRevoke={setRevoking} />
      ) : keys.isError ? (
        <ErrorState error={keys.error} retry={() => void keys.refetch()} />
      ) : (
        <LoadingPage label={texts.loading} />
      )}
      {isCreating && <NewKeyDialog taken={keys.data ?? []} onClose={() => setCreating(false)} />}
      {revoking !== undefined && <RevokeDialog name={revoking.name} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

interface KeysProps {
  readonly keys: readonly AccessKey[];
  readonly onCreate: () => void;
  readonly onRevoke: (key: AccessKey) => void;
}

function Keys({ keys, onCreate, onRevoke }: KeysProps) {
  const active = keys.filter(({ state }) => state === "active");
  const ended = keys.filter(({ state }) => state !== "active");
  return (
    <div className={styles.parts}>
      <Card isFlush>
        {active.length > 0 ? (
          <KeysTable keys={active} onRevoke={onRevoke} />
        ) : (
          <EmptyState
            icon={<KeyRound />}
            title={texts.empty.title}
            action={
              <Button variant="primary" onPress={onCreate}>
                {texts.empty.action}
              </Button>
            }
          >
            <p>{texts.empty.text}</p>
          </EmptyState>
        )}
      </Card>
      {ended.length > 0 && <EndedKeys keys={ended} />}
      <p className={styles.note}>{texts.secretNote}</p>
    </div>
  );
}
