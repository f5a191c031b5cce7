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
  /** Whether the service is unreachable, and this is its last known state. */
  readonly isLost: boolean;
}

/** Health of all dependencies of the service, with the errors of the unhealthy ones. */
export function Health({ health, isLost }: HealthProps) {
  const unhealthy = health.filter(({ isHealthy }) => !isHealthy);
  return (
    <section className={styles.card} data-ill={unhealthy.length > 0 || undefined} aria-label={texts.title}>
      <div role="status">
        <Verdict unhealthyCount={unhealthy.length} isLost={isLost} />
      </div>
      {unhealthy.length > 0 && (
        <ul className={styles.problems}>
          {unhealthy.map((dependency) => (
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

function Verdict({ unhealthyCount, isLost }: { readonly unhealthyCount: number; readonly isLost: boolean }) {
  const Icon = isLost ? Unplug : unhealthyCount === 0 ? CircleCheck : TriangleAlert;
  const verdict = unhealthyCount === 0 ? texts.allWell : texts.ill(unhealthyCount);
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

/**
 * Whether a dependency is a model. Most models are only checked without a request, so their response time means
 * nothing.
 */
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
