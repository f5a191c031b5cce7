import { usePermissions } from "../../../api/session.ts";
import { documentForms } from "../../../strings/document-forms.ts";
import { Button } from "../../../ui/button.tsx";
import { Progress } from "../../../ui/progress.tsx";
import styles from "./operations.module.css";
import { type Operation, useCancel, useOperations } from "./use-operations.ts";

const texts = documentForms.operations;

/** Background operations on many documents, with their progress and a way to cancel them. */
export function Operations({ collection }: { readonly collection: string }) {
  const { canWrite } = usePermissions();
  const running = useOperations(collection);
  const cancel = useCancel(collection);
  if (running.length === 0) return null;
  return (
    <section className={styles.operations} aria-label={texts.label}>
      {running.map((operation) => (
        <Running
          key={operation.id}
          operation={operation}
          onCancel={canWrite ? () => cancel.mutate(operation.id) : undefined}
          isCancelling={cancel.isPending}
        />
      ))}
    </section>
  );
}

interface RunningProps {
  readonly operation: Operation;
  /** Undefined for a key without the permission. */
  readonly onCancel: (() => void) | undefined;
  readonly isCancelling: boolean;
}

function Running({ operation: { kind, done, failed, total }, onCancel, isCancelling }: RunningProps) {
  const label = texts.kinds[kind];
  return (
    <div className={styles.operation}>
      <span className={styles.text}>
        <strong>{label}</strong>
        <span className={styles.hint}>{texts.hint}</span>
      </span>
      <span className={styles.progress}>
        <span className={styles.count}>{texts.progress(done, total, failed)}</span>
        <Progress label={label} value={total === 0 ? undefined : ((done + failed) / total) * 100} />
      </span>
      {onCancel !== undefined && (
        <Button size="small" onPress={onCancel} isDisabled={isCancelling} aria-label={texts.cancelOf(label)}>
          {texts.cancel}
        </Button>
      )}
    </div>
  );
}
