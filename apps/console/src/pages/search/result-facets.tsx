import { facetFieldsOf, isOfDocuments } from "../../filters/facet-fields.ts";
import { Facets } from "../../filters/facets.tsx";
import type { SearchAnswer } from "./run-search.ts";
import type { SearchSettings } from "./search-settings.ts";

export interface ResultFacetsProps {
  readonly query: string;
  readonly settings: SearchSettings;
  /** Undefined if there is none yet. */
  readonly answer: SearchAnswer | undefined;
  readonly onChange: (settings: SearchSettings) => void;
}

/** Facets of a search in one collection, to narrow the results. */
export function ResultFacets({ query, settings, answer, onChange }: ResultFacetsProps) {
  const { collections, filters = {}, mode, minScore } = settings;
  const [collection, ...others] = collections;
  // Facets count documents, so they do not support fields that differ between the chunks of a document.
  if (query === "" || answer === undefined || collection === undefined || others.length > 0) return null;
  if (!isOfDocuments(filters)) return null;
  const request = {
    fields: facetFieldsOf(answer.results.map(({ metadata }) => metadata ?? {})),
    filters,
    query,
    ...(mode !== undefined && { search_mode: mode }),
    ...(typeof minScore === "number" && { min_score: minScore }),
  };
  return (
    <Facets collection={collection} request={request} onChange={(next) => onChange({ ...settings, filters: next })} />
  );
}
