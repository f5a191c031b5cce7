import { FolderX, Search } from "lucide-react";
import { useLocation, useParams } from "wouter";
import { failureOf } from "../../api/api-error.ts";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { common as commonTexts } from "../../strings/common.ts";
import { Badge } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { DocumentsTab } from "../documents/documents-tab.tsx";
import { VectorsTab } from "../vectors/vectors-tab.tsx";
import styles from "./collections.module.css";
import { AnalyticsTab } from "./analytics-tab.tsx";
import { IndexTab } from "./index-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { isRunning, useChanges } from "./use-changes.ts";
import { type Collection, useCollection } from "./use-collections.ts";

const texts = collectionsTexts.collection;

const TABS = ["documents", "vectors", "settings", "analytics", "index"] as const;

type TabName = (typeof TABS)[number];

const NOT_FOUND = 404;

/** Page of a collection: its documents and direct vectors, its settings, its usage, and the location of its index. */
export default function CollectionPage() {
  const { name, tab } = useParams<{ name: string; tab?: string }>();
  // Another collection is another page: no form state of the previous one may remain.
  return <CollectionOf key={name} name={name} tab={TABS.find((known) => known === tab) ?? "documents"} />;
}

interface CollectionOfProps {
  readonly name: string;
  readonly tab: TabName;
}

function CollectionOf({ name, tab }: CollectionOfProps) {
  const collection = useCollection(name);
  if (collection.data !== undefined && !isNotFound(collection.error)) {
    return <Known collection={collection.data} tab={tab} />;
  }
  if (collection.isPending) return <LoadingPage label={commonTexts.loading} />;
  if (!isNotFound(collection.error)) {
    return <ErrorState error={collection.error} retry={() => void collection.refetch()} />;
  }
  return (
    <EmptyState
      icon={<FolderX />}
      title={texts.gone.title}
      action={<LinkButton href="/collections">{texts.gone.action}</LinkButton>}
    >
      {texts.gone.text(name)}
    </EmptyState>
  );
}

const isNotFound = (error: unknown): boolean => error !== null && failureOf(error).status === NOT_FOUND;

function Known({ collection, tab }: { readonly collection: Collection; readonly tab: TabName }) {
  const [, navigate] = useLocation();
  const { name, description } = collection;
  const hrefOf = (id: string) => `/collections/${name}${id === "documents" ? "" : `/${id}`}`;
  return (
    <>
      <PageHeader
        title={name}
        description={description}
        trail={[{ label: collectionsTexts.title, href: "/collections" }]}
        actions={
          <>
            <Changing name={name} />
            <LinkButton href={`/search?collection=${name}`} icon={<Search aria-hidden />}>
              {texts.search}
            </LinkButton>
          </>
        }
      />
      <Tabs
        label={texts.tabsLabel}
        selected={tab}
        onSelect={(id) => navigate(hrefOf(id))}
        items={TABS.map((id) => ({ id, label: texts.tabs[id] }))}
      >
        {tab === "documents" && <DocumentsTab collection={collection} />}
        {tab === "vectors" && <VectorsTab collection={collection} />}
        {tab === "settings" && <SettingsTab collection={collection} />}
        {tab === "analytics" && <AnalyticsTab collection={collection} />}
        {tab === "index" && <IndexTab collection={collection} />}
      </Tabs>
    </>
  );
}

/** Shows on every tab that the index is changing, with the progress. */
function Changing({ name }: { readonly name: string }) {
  const running = useChanges(name).data?.changes.find(isRunning);
  if (running === undefined) return null;
  return (
    <span className={styles.badge}>
      <Badge tone="info" isBusy>
        {texts.changing(running.progress)}
      </Badge>
    </span>
  );
}
