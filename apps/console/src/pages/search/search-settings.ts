import type { Message } from "../../api/rest.ts";

export type SearchMode = NonNullable<Message<"QueryRequest">["search_mode"]>;

export const SEARCH_MODES: readonly SearchMode[] = ["hybrid", "semantic", "keyword"];

/** How to search; what is undefined is left to the collection. */
export interface SearchSettings {
  readonly collections: readonly string[];
  readonly mode?: SearchMode | undefined;
  readonly topK?: number | undefined;
  readonly minScore?: number | undefined;
  readonly alpha?: number | undefined;
  readonly diversity?: number | undefined;
  readonly perDocument?: number | undefined;
  readonly rerank?: boolean | undefined;
  readonly filters?: Readonly<Record<string, unknown>> | undefined;
}

/** A search as the address of the page keeps it. */
export interface SearchPlace {
  readonly query: string;
  readonly a: SearchSettings;
  /** What is compared with; undefined while nothing is. */
  readonly b: SearchSettings | undefined;
}

/** The body of the request, without the collections: several are asked at another path than one. */
export const requestOf = (query: string, settings: SearchSettings): Message<"QueryRequest"> => {
  const { mode, topK, minScore, alpha, diversity, perDocument, rerank, filters } = settings;
  return {
    query,
    ...(mode !== undefined && { search_mode: mode }),
    ...(topK !== undefined && { top_k: topK }),
    ...(minScore !== undefined && { min_score: minScore }),
    ...(alpha !== undefined && { alpha }),
    ...(diversity !== undefined && { diversity }),
    ...(perDocument !== undefined && { max_chunks_per_document: perDocument }),
    ...(rerank !== undefined && { rerank }),
    ...(filters !== undefined && Object.keys(filters).length > 0 && { filters }),
  };
};

/** Query string of the place, so that a search can be kept and sent on. */
export const addressOf = ({ query, a, b }: SearchPlace): string => {
  const parameters = new URLSearchParams();
  if (query !== "") parameters.set("q", query);
  parameters.set("a", JSON.stringify(a));
  if (b !== undefined) parameters.set("b", JSON.stringify(b));
  return parameters.toString();
};

/** The place of a query string. `?collection=` names one, for links from other pages. */
export const placeOf = (address: string): SearchPlace => {
  const parameters = new URLSearchParams(address);
  const collection = parameters.get("collection");
  const fallback: SearchSettings = { collections: collection === null ? [] : [collection] };
  const b = parameters.get("b");
  return {
    query: parameters.get("q") ?? "",
    a: settingsOf(parameters.get("a")) ?? fallback,
    b: b === null ? undefined : settingsOf(b),
  };
};

// An address may be mistyped or from another version: what does not fit is left out.
const settingsOf = (text: string | null): SearchSettings | undefined => {
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text) as Partial<Record<keyof SearchSettings, unknown>>;
    const { collections, mode, rerank, filters } = value;
    if (!Array.isArray(collections)) return undefined;
    return {
      collections: collections.filter((name) => typeof name === "string"),
      mode: SEARCH_MODES.find((known) => known === mode),
      topK: numberOf(value.topK),
      minScore: numberOf(value.minScore),
      alpha: numberOf(value.alpha),
      diversity: numberOf(value.diversity),
      perDocument: numberOf(value.perDocument),
      rerank: typeof rerank === "boolean" ? rerank : undefined,
      filters: isObject(filters) ? filters : undefined,
    };
  } catch {
    return undefined;
  }
};

const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
