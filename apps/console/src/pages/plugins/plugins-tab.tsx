import { RefreshCw } from "lucide-react";
import { plugins as pluginsTexts } from "../../strings/plugins.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import lists from "../../ui/list.module.css";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { PluginCard } from "./plugin-card.tsx";
import styles from "./plugins.module.css";
import { type Plugin, usePlugins } from "./use-installation.ts";

const texts = pluginsTexts;

const KINDS = ["vector_store", "embedder", "reranker", "parser"] as const satisfies readonly Plugin["kind"][];

/** Loaded plugins by their kind, with their health. */
export function PluginsTab() {
  const plugins = usePlugins();
  if (plugins.data === undefined) {
    return plugins.isError ? (
      <ErrorState error={plugins.error} retry={() => void plugins.refetch()} />
    ) : (
      <LoadingPage label={texts.loading} />
    );
  }
  return (
    <div className={styles.parts}>
      <div className={styles.bar}>
        <Verdict plugins={plugins.data} />
        <Button
          size="small"
          icon={<RefreshCw aria-hidden />}
          onPress={() => void plugins.refetch()}
          isDisabled={plugins.isFetching}
        >
          {plugins.isFetching ? texts.checking : texts.check}
        </Button>
      </div>
      {KINDS.map((kind) => (
        <Kind key={kind} kind={kind} plugins={plugins.data.filter((plugin) => plugin.kind === kind)} />
      ))}
    </div>
  );
}

function Verdict({ plugins }: { readonly plugins: readonly Plugin[] }) {
  const ill = plugins.filter(({ health }) => health === "failing").length;
  const keyless = plugins.filter(({ health }) => health === "needs_key").length;
  const well = keyless === 0 ? texts.allWell(plugins.length) : texts.noneFailing(plugins.length, keyless);
  return (
    <div role="status">
      <Badge tone={ill === 0 ? "good" : "bad"}>{ill === 0 ? well : texts.ill(ill, plugins.length)}</Badge>
    </div>
  );
}

interface KindProps {
  readonly kind: (typeof KINDS)[number];
  readonly plugins: readonly Plugin[];
}

function Kind({ kind, plugins }: KindProps) {
  const { title, text } = texts.kinds[kind];
  return (
    <section aria-label={title}>
      <h2 className={styles.kindTitle}>{title}</h2>
      <p className={lists.muted}>{text}</p>
      {plugins.length === 0 && kind === "reranker" && <p>{texts.none.reranker}</p>}
      <ul className={styles.cards}>
        {plugins.map((plugin) => (
          <PluginCard key={plugin.names.join(" ")} plugin={plugin} />
        ))}
      </ul>
    </section>
  );
}
