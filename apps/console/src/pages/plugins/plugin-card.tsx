import { plugins as pluginsTexts } from "../../strings/plugins.ts";
import { providerName } from "../../strings/provider-name.ts";
import { Badge } from "../../ui/badge.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import lists from "../../ui/list.module.css";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";
import { Abilities } from "./abilities.tsx";
import styles from "./plugins.module.css";
import type { Plugin } from "./use-installation.ts";

const texts = pluginsTexts;

const HEALTH_TONES = { ok: "good", failing: "bad", needs_key: "neutral", unknown: "neutral" } as const satisfies Record<
  Plugin["health"],
  string
>;

/** Plugin with its position in the configuration. */
export function PluginCard({ plugin }: { readonly plugin: Plugin }) {
  const { kind, names, id, health, is_default: isDefault } = plugin;
  // A parser is named by its id, because it serves many file types.
  const title = kind === "parser" || names[0] === undefined ? id : providerName(names[0]);
  return (
    <li className={styles.card} data-ill={health === "failing" || undefined}>
      <div className={styles.head}>
        <div className={styles.heading}>
          <h3 className={styles.name}>{title}</h3>
          {isDefault && <Badge tone="accent">{texts.isDefault}</Badge>}
        </div>
        <span title={texts.healthHint[health]}>
          <Badge tone={HEALTH_TONES[health]}>{texts.health[health]}</Badge>
        </span>
      </div>
      <Origin plugin={plugin} isNamed={kind !== "parser"} />
      <Failing plugin={plugin} />
      <Faults plugin={plugin} />
      <Abilities plugin={plugin} />
      <Settings plugin={plugin} />
    </li>
  );
}

interface PartProps {
  readonly plugin: Plugin;
}

/** Name, source and version of a plugin. */
function Origin({ plugin, isNamed }: PartProps & { readonly isNamed: boolean }) {
  const { id, module, version, contract_version: contract } = plugin;
  return (
    <p className={styles.origin}>
      {isNamed && <span>{id}</span>}
      {module !== id && <code>{module}</code>}
      <span>{version === null ? texts.noVersion : texts.version(version)}</span>
      <span>{texts.contract(contract)}</span>
    </p>
  );
}

function Failing({ plugin: { health, health_message: message } }: PartProps) {
  if (health !== "failing") return null;
  return (
    <Notice tone="bad">
      <p className={styles.message}>{message}</p>
      <p>{texts.failingHint}</p>
    </Notice>
  );
}

function Faults({ plugin: { faults } }: PartProps) {
  if (faults.count === 0) return null;
  return (
    <Notice tone="warn">
      <p>
        <strong>{texts.faults(faults.count)}</strong>
        {faults.last_at !== null && (
          <>
            {" · "}
            <Time value={faults.last_at} />
          </>
        )}
      </p>
      <p>{texts.faultsHint}</p>
      <p className={styles.message}>{faults.last_message}</p>
    </Notice>
  );
}

function Settings({ plugin: { names, settings } }: PartProps) {
  if (Object.keys(settings).length === 0) return null;
  return (
    <details className={`${lists.details} ${styles.details}`}>
      <summary>{texts.settings}</summary>
      <CodeBlock code={JSON.stringify(settings, undefined, 2)} label={`${texts.settings}: ${names.join(", ")}`} />
    </details>
  );
}
