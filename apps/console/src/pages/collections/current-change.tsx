import { Undo2, X } from "lucide-react";
import { usePermissions } from "../../api/session.ts";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmedButton } from "../../ui/confirmed-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Time } from "../../ui/time.tsx";
import { sentence } from "./collection-form.ts";
import { kindOf, indexTitleOf, STATE_TONES } from "./change-words.ts";
import styles from "./collections.module.css";
import { type IndexChange, isRunning, useCancelChange, useRollBack } from "./use-changes.ts";

const texts = collectionsTexts.index;

export interface CurrentChangeProps {
  readonly collection: string;
  readonly change: IndexChange;
}

/** Current change: its progress, its effect, and the actions that end or undo it. */
export function CurrentChange({ collection, change }: CurrentChangeProps) {
  const { canAdminister } = usePermissions();
  const { state, error } = change;
  return (
    <Card
      title={kindOf(change)}
      description={texts.fromTo(indexTitleOf(change.from), indexTitleOf(change.to))}
      actions={
        <Badge tone={STATE_TONES[state]} isBusy={isRunning(change)}>
          {texts.states[state]}
        </Badge>
      }
    >
      <div className={styles.progress}>
        {isRunning(change) && (
          <>
            <Progress label={texts.progress} value={change.progress} />
            <p className={styles.spread}>
              <strong className={styles.percent}>{change.progress} %</strong>
              <span className={styles.muted}>{texts.counted(change.done_count, change.total_count)}</span>
            </p>
          </>
        )}
        <p className={styles.muted}>
          {texts.stateHints[state]} {texts.began} <Time value={change.created_at} />.
        </p>
        {error !== null && (
          <Notice tone="bad">
            <p>{sentence(error)}</p>
            <p>{texts.failedAdvice}</p>
          </Notice>
        )}
        {canAdminister && isRunning(change) && <Cancel collection={collection} id={change.id} />}
        {canAdminister && state === "switched" && <RollBack collection={collection} id={change.id} />}
      </div>
    </Card>
  );
}

interface ActionProps {
  readonly collection: string;
  readonly id: string;
}

function Cancel({ collection, id }: ActionProps) {
  const cancel = useCancelChange(collection);
  return (
    <ConfirmedButton
      labels={{ button: texts.cancel, ...texts.cancelAsk }}
      icon={<X aria-hidden />}
      call={cancel}
      input={id}
    />
  );
}

function RollBack({ collection, id }: ActionProps) {
  const back = useRollBack(collection);
  return (
    <ConfirmedButton
      labels={{ button: texts.back, ...texts.backAsk }}
      icon={<Undo2 aria-hidden />}
      call={back}
      input={id}
    />
  );
}
