import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, Database, Search as SearchIcon } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { contract, Message } from "../../api/rest.ts";
import { common as commonTexts } from "../../strings/common.ts";
import { search as searchTexts } from "../../strings/search.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { choosableQuery } from "../collections/use-collections.ts";
import { SearchPane } from "./search-pane.tsx";
import styles from "./search-page.module.css";
import { addressOf, searchStateOf, type SearchState, type SearchSettings } from "./search-settings.ts";

/** Search page with one search, or two to compare. Its whole state is in the address. */
export default function SearchPage() {
  const texts = searchTexts;
  const collections = useQuery(choosableQuery);
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      {collections.isPending && <LoadingPage label={commonTexts.loading} />}
      {collections.isError && <ErrorState error={collections.error} retry={() => void collections.refetch()} />}
      {collections.data?.total === 0 && (
        <EmptyState
          icon={<Database />}
          title={texts.noCollections}
          action={
            <LinkButton href="/collections" variant="primary">
              {texts.toCollections}
            </LinkButton>
          }
        >
          {texts.noCollectionsHint}
        </EmptyState>
      )}
      {collections.data !== undefined && collections.data.total > 0 && (
        <Playground collections={collections.data.collections} />
      )}
    </>
  );
}

function Playground({ collections }: { readonly collections: readonly Message<contract.Collection>[] }) {
  const texts = searchTexts;
  const names = collections.map(({ name }) => name);
  const [, navigate] = useLocation();
  const requested = searchStateOf(useSearch());
  const index: SearchState = {
    ...requested,
    a: withCollections(requested.a, names),
    b: requested.b && withCollections(requested.b, names),
  };
  const [text, setText] = useState(index.query);
  const go = (next: SearchState) => navigate(`/search?${addressOf(next)}`, { replace: next.query === index.query });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go({ ...index, query: text.trim() });
  };
  const isComparing = index.b !== undefined;
  return (
    <>
      <form className={styles.bar} onSubmit={submit} role="search">
        <TextField
          label={texts.query}
          hint={texts.queryHint}
          placeholder={texts.placeholder}
          value={text}
          onChange={setText}
          type="search"
          autoFocus
        />
        <Button type="submit" variant="primary" icon={<SearchIcon aria-hidden />} isDisabled={text.trim() === ""}>
          {texts.submit}
        </Button>
        <Button
          icon={<ArrowLeftRight aria-hidden />}
          onPress={() =>
            go({ ...index, query: text.trim(), b: isComparing ? undefined : otherThan(index.a, collections) })
          }
        >
          {isComparing ? texts.stopComparing : texts.compare}
        </Button>
      </form>
      <div className={isComparing ? styles.two : styles.one}>
        <SearchPane
          query={index.query}
          settings={index.a}
          names={names}
          onChange={(a) => go({ ...index, a })}
          side={isComparing ? texts.sides.a : undefined}
          other={index.b && { side: texts.sides.b, settings: index.b }}
        />
        {index.b !== undefined && (
          <SearchPane
            query={index.query}
            settings={index.b}
            names={names}
            onChange={(b) => go({ ...index, b })}
            side={texts.sides.b}
            other={{ side: texts.sides.a, settings: index.a }}
          />
        )}
      </div>
    </>
  );
}

/** Removes deleted collections from the settings. At least one collection must remain. */
const withCollections = (settings: SearchSettings, names: readonly string[]): SearchSettings => {
  const known = settings.collections.filter((name) => names.includes(name));
  return { ...settings, collections: known.length > 0 ? known : names.slice(0, 1) };
};

/** Returns the settings to compare with, in another mode: semantic for a hybrid search, otherwise hybrid. */
const otherThan = (settings: SearchSettings, collections: readonly Message<contract.Collection>[]): SearchSettings => {
  const requested = collections.find(({ name }) => name === settings.collections[0]);
  const mode = settings.mode ?? requested?.default_search_mode;
  return { ...settings, mode: mode === "hybrid" ? "semantic" : "hybrid" };
};
