import { QUERY_OPTIONS, type QueryOption } from "@quarry/api/query-options";
import type { Body, contract, Message } from "../../api/rest.ts";
import { isObject } from "../../filters/filter-rows.ts";

export type SearchMode = NonNullable<Message<contract.QueryRequest>["search_mode"]>;

export const SEARCH_MODES: readonly SearchMode[] = ["hybrid", "semantic", "keyword"];

/** Options that have a field of their own, are always set, or aren't shown in results. */
const OTHERS: ReadonlySet<string> = new Set(["search_mode", "filters", "explain", "expand", "citations"]);

/** The contract's options of queries that the form has a number or a choice for. */
export const FORM_OPTIONS: readonly QueryOption[] = QUERY_OPTIONS.filter(({ name }) => !OTHERS.has(name));

/** Search settings; undefined ones are left to the collection. */
export interface SearchSettings {
  readonly collections: readonly string[];
  readonly mode?: SearchMode | undefined;
  readonly filters?: Readonly<Record<string, unknown>> | undefined;
  /** The values of `FORM_OPTIONS`, by their properties. */
  readonly [option: string]: unknown;
}

/** A search as the address of the page keeps it. */
export interface SearchState {
  readonly query: string;
  readonly a: SearchSettings;
  /** Settings to compare with; undefined while there is no comparison. */
  readonly b: SearchSettings | undefined;
}

/** The body of the request, without the collections: several are asked at another path than one. */
export const requestOf = (query: string, settings: SearchSettings): Body<contract.QueryRequest> => {
  const { mode, filters } = settings;
  const input = FORM_OPTIONS.filter(({ property }) => settings[property] !== undefined);
  return {
    query,
    ...(mode !== undefined && { search_mode: mode }),
    ...Object.fromEntries(input.map(({ name, property }) => [name, settings[property]])),
    ...(filters !== undefined && Object.keys(filters).length > 0 && { filters }),
  };
};

/** Query string of the place, so that a search can be kept and sent on. */
export const addressOf = ({ query, a, b }: SearchState): string => {
  const parameters = new URLSearchParams();
  if (query !== "") parameters.set("q", query);
  parameters.set("a", JSON.stringify(a));
  if (b !== undefined) parameters.set("b", JSON.stringify(b));
  return parameters.toString();
};

/** The place of a query string. `?collection=` names one, for links from other pages. */
export const searchStateOf = (address: string): SearchState => {
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

// An address may be mistyped or from another version: invalid settings are ignored.
const settingsOf = (text: string | null): SearchSettings | undefined => {
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text) as Partial<Record<keyof SearchSettings, unknown>>;
    const { collections, mode, filters } = value;
    if (!Array.isArray(collections)) return undefined;
    const fitting = FORM_OPTIONS.filter(({ property, schema }) => typeof value[property] === valueTypeOf(schema.type));
    return {
      collections: collections.filter((name) => typeof name === "string"),
      mode: SEARCH_MODES.find((known) => known === mode),
      filters: isObject(filters) ? filters : undefined,
      ...Object.fromEntries(fitting.map(({ property }) => [property, value[property]])),
    };
  } catch {
    return undefined;
  }
};

const valueTypeOf = (type: QueryOption["schema"]["type"]): string => (type === "integer" ? "number" : type);
