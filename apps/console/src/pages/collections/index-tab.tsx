import type { CollectionChoices } from "@quarry/http/console";
import { usePermissions } from "../../api/session.ts";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { common as commonTexts } from "../../strings/common.ts";
import { providerName } from "../../strings/provider-name.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatCount } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Stat, StatGrid } from "../../ui/stat.tsx";
import { ChangeForm } from "./change-form.tsx";
import { ChangeHistory } from "./change-history.tsx";
import { CurrentChange } from "./current-change.tsx";
import styles from "./collections.module.css";
import { type IndexChange, isRunning, useChanges, useVectorStores } from "./use-changes.ts";
import { type Collection, useChoices, useCollectionStats } from "./use-collections.ts";

const texts = collectionsTexts.index;

/** Location of the vectors, and changes to another store or model. */
export function IndexTab({ collection }: { readonly collection: Collection }) {
  const { canAdminister } = usePermissions();
  const changes = useChanges(collection.name);
  const choices = useChoices();
  const stats = useCollectionStats(collection.name).data;
  if (changes.data === undefined) {
    return changes.isPending ? (
      <Skeleton height="20rem" />
    ) : (
      <ErrorState error={changes.error} retry={() => void changes.refetch()} />
    );
  }
  const { current, changes: all } = changes.data;
  const shown = shownChange(all);
  const passages = stats?.total_chunks;
  return (
    <div className={styles.parts}>
      <Where current={current} passages={passages} />
      {shown !== undefined && <CurrentChange collection={collection.name} change={shown} />}
      {!canAdminister ? (
        <Notice>{commonTexts.needsAdmin}</Notice>
      ) : all.some(isRunning) ? (
        <Notice>{texts.underWay}</Notice>
      ) : (
        <StartCard
          // Another index is another form: choices made for the previous one are dropped.
          key={JSON.stringify(current)}
          collection={collection}
          current={current}
          choices={choices.data}
          passages={passages ?? 0}
          tokens={stats?.total_tokens ?? 0}
        />
      )}
      <Card title={texts.history} isFlush={all.length > 0}>
        {all.length === 0 ? <p className={styles.muted}>{texts.historyEmpty}</p> : <ChangeHistory changes={all} />}
      </Card>
    </div>
  );
}

/** Returns the change that is running, has failed last, or can still be rolled back. Older ones are history. */
const shownChange = (changes: readonly IndexChange[]): IndexChange | undefined => {
  const [latest] = changes;
  return (
    changes.find(isRunning) ??
    (latest?.state === "failed" ? latest : undefined) ??
    changes.find(({ state }) => state === "switched")
  );
};

interface WhereProps {
  readonly current: IndexChange["to"];
  readonly passages: number | undefined;
}

function Where({ current, passages }: WhereProps) {
  const stores = useVectorStores().data;
  const store = stores?.find(({ name }) => name === current.vector_store);
  return (
    <section aria-label={texts.where}>
      <StatGrid>
        <Stat
          label={texts.model}
          value={<span className={styles.long}>{current.embedding_model}</span>}
          detail={providerName(current.embedding_provider)}
        />
        <Stat label={texts.dimension} value={formatCount(current.dimension)} />
        <Stat
          label={texts.store}
          value={<span className={styles.long}>{current.vector_store}</span>}
          detail={
            store !== undefined && (
              <Badge tone={store.healthy ? "good" : "bad"}>{store.healthy ? texts.healthy : texts.ill}</Badge>
            )
          }
        />
        <Stat label={texts.passages} value={passages === undefined ? "…" : formatCount(passages)} />
      </StatGrid>
    </section>
  );
}

interface StartCardProps {
  readonly collection: Collection;
  readonly current: IndexChange["to"];
  readonly choices: CollectionChoices | undefined;
  readonly passages: number;
  readonly tokens: number;
}

function StartCard({ choices, ...props }: StartCardProps) {
  return (
    <Card title={texts.change} description={texts.changeHint}>
      {choices === undefined ? <Skeleton height="8rem" /> : <ChangeForm {...props} choices={choices} />}
    </Card>
  );
}
