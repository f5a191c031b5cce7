import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Code, Quote, SearchX, SlidersHorizontal } from "lucide-react";
import { useEffect, useState } from "react";
import { common as commonTexts } from "../../strings/common.ts";
import { search as searchTexts } from "../../strings/search.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatDuration } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ResultCard } from "./result-card.tsx";
import { ResultFacets } from "./result-facets.tsx";
import { runSearch, type SearchAnswer } from "./run-search.ts";
import styles from "./search-pane.module.css";
import type { SearchSettings } from "./search-settings.ts";
import { SettingsForm } from "./settings-form.tsx";
import { SnippetDialog } from "./snippet-dialog.tsx";

export interface SearchPaneProps {
  readonly query: string;
  readonly settings: SearchSettings;
  /** Names of all collections. */
  readonly names: readonly string[];
  readonly onChange: (settings: SearchSettings) => void;
  /** A or B during a comparison, otherwise undefined. */
  readonly side: string | undefined;
  /** The other pane of a comparison. */
  readonly other: { readonly side: string; readonly settings: SearchSettings } | undefined;
}

// Both panes of a comparison read their results from here, so each search is requested once.
const useSearchAnswer = (query: string, settings: SearchSettings | undefined) =>
  useQuery({
    queryKey: ["search", query, settings],
    queryFn: ({ signal }) => runSearch(query, settings!, signal),
    enabled: query !== "" && settings !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Search settings with their results. */
export function SearchPane({ query, settings, names, onChange, side, other }: SearchPaneProps) {
  const texts = searchTexts;
  const [isSnippetOpen, setSnippetOpen] = useState(false);
  const [isFormOpen, setFormOpen] = useState(() => isFormOpenAtFirst(query, side));
  // A comparison shows results side by side: the settings of both panes collapse when it begins.
  useEffect(() => setFormOpen(isFormOpenAtFirst(query, side)), [side]);
  const answer = useSearchAnswer(query, settings);
  const beside = useSearchAnswer(query, other?.settings);
  return (
    <div className={side === undefined ? styles.wide : styles.narrow}>
      <Card
        title={side === undefined ? texts.settings : texts.settingsOf(side)}
        actions={
          <>
            <Button size="small" icon={<Code aria-hidden />} onPress={() => setSnippetOpen(true)}>
              {texts.snippet.open}
            </Button>
            <IconButton
              label={isFormOpen ? texts.foldSettings : texts.unfoldSettings}
              aria-expanded={isFormOpen}
              onPress={() => setFormOpen(!isFormOpen)}
            >
              <SlidersHorizontal aria-hidden />
            </IconButton>
          </>
        }
      >
        {isFormOpen ? (
          <>
            <SettingsForm settings={settings} names={names} onChange={onChange} />
            <ResultFacets query={query} settings={settings} answer={answer.data} onChange={onChange} />
          </>
        ) : (
          <p className={styles.summary}>{summaryOf(settings)}</p>
        )}
      </Card>
      <section
        className={styles.results}
        aria-label={texts.results(answer.data?.results.length ?? 0)}
        aria-busy={answer.isFetching}
      >
        {query === "" ? (
          <EmptyState icon={<Quote />} title={texts.startTitle}>
            {texts.startHint}
          </EmptyState>
        ) : answer.isError ? (
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        ) : answer.data === undefined ? (
          <Waiting />
        ) : (
          <Answer
            answer={answer.data}
            isSeveral={settings.collections.length > 1}
            other={other && beside.data && { side: other.side, ranks: ranksOf(beside.data) }}
          />
        )}
      </section>
      <SnippetDialog
        isOpen={isSnippetOpen}
        onClose={() => setSnippetOpen(false)}
        query={query === "" ? texts.placeholder : query}
        settings={settings}
      />
    </div>
  );
}

/**
 * Whether the settings are open at first. On a phone and in a comparison the results come first; the settings are one
 * tap away.
 */
const isFormOpenAtFirst = (query: string, side: string | undefined): boolean =>
  side === undefined && (query === "" || matchMedia("(width >= 60rem)").matches);

interface AnswerProps {
  readonly answer: SearchAnswer;
  readonly isSeveral: boolean;
  readonly other: { readonly side: string; readonly ranks: ReadonlyMap<string, number> } | undefined;
}

function Answer({ answer, isSeveral, other }: AnswerProps) {
  const texts = searchTexts;
  const { results, corrections, rerankStatus, termsLeftOut } = answer;
  return (
    <>
      <p className={styles.summary} role="status">
        <strong>{texts.results(results.length)}</strong> <Timings timings={answer.timings} />
        {rerankStatus === "applied" && <> · {texts.rerankStatus.applied}</>}
      </p>
      {rerankStatus === "failed" && <Notice tone="warn">{texts.rerankStatus.failed}</Notice>}
      {termsLeftOut > 0 && <Notice tone="warn">{texts.leftOut(termsLeftOut)}</Notice>}
      {corrections.map(({ word, replacement, collection }) => (
        <Notice key={`${collection} ${word}`}>{texts.corrected(word, replacement)}</Notice>
      ))}
      {results.length === 0 ? (
        <EmptyState icon={<SearchX />} title={texts.nothing}>
          {texts.nothingHint}
        </EmptyState>
      ) : (
        <ol className={styles.list}>
          {results.map((result, index) => (
            <li key={`${result.collection}/${result.id}`}>
              <ResultCard
                result={result}
                rank={index + 1}
                isCollectionShown={isSeveral}
                elsewhere={other && elsewhereOf(other.ranks.get(result.id), other.side)}
              />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Timings({ timings }: { readonly timings: SearchAnswer["timings"] }) {
  const texts = searchTexts;
  if (timings === undefined) return null;
  const parts = (["embed_ms", "semantic_ms", "keyword_ms", "rerank_ms"] as const).flatMap((name) => {
    const milliseconds = timings[name];
    return milliseconds === null ? [] : [`${texts.timings[name]} ${formatDuration(milliseconds)}`];
  });
  return (
    <span title={parts.join(", ")}>
      {texts.took(formatDuration(timings.total_ms))}
      {parts.length > 0 && <span className={styles.parts}> ({parts.join(", ")})</span>}
    </span>
  );
}

/** Summarises the settings in one line, for the collapsed form. */
const summaryOf = ({ collections, mode, filters }: SearchSettings): string => {
  const texts = searchTexts;
  const conditions = Object.keys(filters ?? {}).length;
  return [
    collections.join(", "),
    mode === undefined ? texts.asDefault : texts.mode[mode],
    ...(conditions > 0 ? [texts.conditions(conditions)] : []),
  ].join(" · ");
};

const elsewhereOf = (rank: number | undefined, side: string): string =>
  rank === undefined ? searchTexts.onlyHere : searchTexts.rankIn(rank, side);

const ranksOf = ({ results }: SearchAnswer): ReadonlyMap<string, number> =>
  new Map(results.map(({ id }, index) => [id, index + 1]));

function Waiting() {
  return (
    <div className={styles.list} role="status" aria-label={commonTexts.loading}>
      <Skeleton height="7rem" />
      <Skeleton height="7rem" />
      <Skeleton height="7rem" />
    </div>
  );
}
