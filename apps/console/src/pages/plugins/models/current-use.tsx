import { Undo2, X } from "lucide-react";
import { models as modelsTexts } from "../../../strings/models.ts";
import { providerName } from "../../../strings/provider-name.ts";
import { Badge, type BadgeProps } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConfirmedButton } from "../../../ui/confirmed-button.tsx";
import lists from "../../../ui/list.module.css";
import { Notice } from "../../../ui/notice.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { Time } from "../../../ui/time.tsx";
import { notifyDone, notifyFailed } from "../../../ui/toast.tsx";
import styles from "./models.module.css";
import { UseCost } from "./use-cost.tsx";
import { isRunning, type LocalModel, type ModelUse, useCancelUse, useRollBackUse, useStartUse } from "./use-models.ts";

const texts = modelsTexts.usage;

const TONES: Readonly<Record<ModelUse["state"], NonNullable<BadgeProps["tone"]>>> = {
  fetching: "info",
  installing: "info",
  measuring: "info",
  prepared: "accent",
  moving: "info",
  done: "good",
  cancelled: "neutral",
  failed: "bad",
  rolling_back: "info",
  rolled_back: "warn",
};

const ENDED: ReadonlySet<ModelUse["state"]> = new Set(["done", "cancelled", "failed"]);

export interface CurrentUseProps {
  readonly use: ModelUse;
  /** Undefined if it is no longer listed. */
  readonly model: LocalModel | undefined;
}

/** Current use of a model: its cost in advance, its progress, and the actions that begin, end or undo it. */
export function CurrentUse({ use, model }: CurrentUseProps) {
  const { name, state, error, cost, warnings, problems } = use;
  const canRollBack = ENDED.has(state) && model?.kind === "embedder" && model.is_default;
  return (
    <Card
      title={providerName(name)}
      description={texts.hints[state === "done" && model?.kind === "reranker" ? "reranks" : state]}
      actions={
        <Badge tone={TONES[state]} isBusy={isRunning(use)}>
          {texts.states[state]}
        </Badge>
      }
    >
      <div className={styles.use}>
        {isRunning(use) && <UseProgress use={use} />}
        {state === "prepared" && cost !== null && <UseCost cost={cost} kind={model?.kind} />}
        {state === "prepared" && warnings.length > 0 && (
          <Notice tone="warn">
            <strong>{texts.warning}</strong>
            <Lines lines={warnings} />
          </Notice>
        )}
        {error !== null && <Notice tone="bad">{error}</Notice>}
        {problems.length > 0 && (
          <Notice tone="warn">
            <strong>{texts.notMoved(use.total_count - use.done_count)}</strong>
            <Lines lines={problems} />
          </Notice>
        )}
        {state !== "prepared" && (
          <p className={lists.muted}>
            {texts.began} <Time value={use.started_at} />
          </p>
        )}
        <div className={styles.actions}>
          {state === "prepared" && <Start name={name} />}
          {isRunning(use) && <Cancel />}
          {canRollBack && <RollBack />}
        </div>
      </div>
    </Card>
  );
}

function UseProgress({
  use: { progress, detail, total_count: total, done_count: done },
}: Pick<CurrentUseProps, "use">) {
  return (
    <>
      <Progress label={texts.progress} value={progress} />
      <p className={`${lists.muted} ${styles.spread}`}>
        <span>
          {progress} % {detail}
        </span>
        {total > 0 && <span>{texts.moved(done, total)}</span>}
      </p>
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Start({ name }: { readonly name: string }) {
  const start = useStartUse();
  const begin = () =>
    start.mutate(name, {
      onSuccess: () => notifyDone(modelsTexts.started),
      onError: (error) => notifyFailed(modelsTexts.startFailed, error),
    });
  return (
    <Button variant="primary" onPress={begin} isDisabled={start.isPending}>
      {start.isPending ? modelsTexts.starting : modelsTexts.start}
    </Button>
  );
}

function Cancel() {
  return (
    <ConfirmedButton labels={modelsTexts.cancel} icon={<X aria-hidden />} call={useCancelUse()} input={undefined} />
  );
}

function RollBack() {
  return (
    <ConfirmedButton labels={modelsTexts.back} icon={<Undo2 aria-hidden />} call={useRollBackUse()} input={undefined} />
  );
}
