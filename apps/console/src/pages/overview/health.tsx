import type { DependencyHealth } from "@quarry/http/console";
import { CircleCheck, TriangleAlert, Unplug } from "lucide-react";
import { usePermissions } from "../../api/session.ts";
import { overview } from "../../strings/overview.ts";
import { formatDuration } from "../../ui/format.ts";
import { Time } from "../../ui/time.tsx";
import styles from "./health.module.css";

const texts = overview.health;

interface HealthProps {
  readonly health: readonly DependencyHealth[];
  /** It was so when the service was last heard of. */
  readonly isLost: boolean;
}

/** Health of all dependencies of the service, with the errors of the unhealthy ones. */
export function Health({ health, isLost }: HealthProps) {
  const ill = health.filter(({ isHealthy }) => !isHealthy);
  return (
    <section className={styles.card} data-ill={ill.length > 0 || undefined} aria-label={texts.title}>
      <div role="status">
        <Verdict ill={ill.length} isLost={isLost} />
      </div>
      {ill.length > 0 && (
        <ul className={styles.problems}>
          {ill.map((dependency) => (
            <Problem key={keyOf(dependency)} dependency={dependency} />
          ))}
        </ul>
      )}
      <ul className={styles.list}>
        {health.map((dependency) => (
          <Dependency key={keyOf(dependency)} dependency={dependency} />
        ))}
      </ul>
    </section>
  );
}

function Verdict({ ill, isLost }: { readonly ill: number; readonly isLost: boolean }) {
  const Icon = isLost ? Unplug : ill === 0 ? CircleCheck : TriangleAlert;
  const verdict = ill === 0 ? texts.allWell : texts.ill(ill);
  return (
    <h2 className={styles.verdict} data-lost={isLost || undefined}>
      <Icon aria-hidden size={20} />
      {isLost ? texts.lost : verdict}
    </h2>
  );
}

const keyOf = ({ kind, name }: DependencyHealth): string => `${kind} ${name}`;

const nameOf = ({ kind, name, plugin }: DependencyHealth): string =>
  plugin === null ? texts.names[name as keyof typeof texts.names] : `${texts.kinds[kind]} “${name}”`;

interface DependencyProps {
  readonly dependency: DependencyHealth;
}

function Dependency({ dependency }: DependencyProps) {
  const { kind, name, plugin, isHealthy, needsKey } = dependency;
  return (
    <li
      className={styles.dependency}
      data-ill={!isHealthy || undefined}
      data-idle={(isHealthy && needsKey) || undefined}
      title={isHealthy && needsKey ? texts.needsKeyHint : undefined}
    >
      <span className={styles.dot} aria-hidden />
      <span className={styles.text}>
        <span className={styles.kind}>{texts.kinds[kind]}</span>
        <span className={styles.name} title={plugin ?? undefined}>
          {plugin === null ? nameOf(dependency) : name}
        </span>
      </span>
      <span className={styles.latency}>
        <State dependency={dependency} />
      </span>
    </li>
  );
}

function State({ dependency: { kind, isHealthy, needsKey, latencyMs } }: DependencyProps) {
  if (!isHealthy) return texts.failing;
  if (needsKey) return texts.needsKey;
  return (
    <>
      <span className="visually-hidden">{texts.working}, </span>
      {latencyMs < 1 && isModel(kind) ? texts.ready : formatDuration(latencyMs)}
    </>
  );
}

/** Most models are only looked at, not asked: that takes no time, and says nothing of theirs. */
const isModel = (kind: DependencyHealth["kind"]): boolean => kind === "embedder" || kind === "reranker";

/** Error of an unhealthy dependency, with advice. */
function Problem({ dependency }: DependencyProps) {
  const { canAdminister } = usePermissions();
  const { kind, plugin, error, checkedAt } = dependency;
  return (
    <li>
      <p>
        <strong>{nameOf(dependency)}</strong>
        {plugin !== null && <span className={styles.plugin}> {plugin}</span>}
      </p>
      <p className={styles.error}>{error ?? (canAdminister ? texts.failing : texts.askOperator)}</p>
      <p className={styles.advice}>
        {texts.advice[kind]} {texts.checked} <Time value={checkedAt} />.
      </p>
    </li>
  );
}
