import { PASSAGE_FIELDS } from "./split-metadata.ts";
import { createHash } from "node:crypto";
import {
  canonicalFilter,
  compileFilter,
  type Filter,
  type FilterPredicate,
  invalidArgument,
  type JsonObject,
  parseFilter,
} from "@quarry/plugin/domain";

/** Access filter of a caller: he may read and change what matches the filter, and nothing else. */
export interface AccessFilter {
  readonly filter: Filter;
  /** The filter over metadata as filters see it: a document's, a chunk's, or a direct vector's own. */
  readonly matches: FilterPredicate;
  /** The same for equal filters, and for no others: what is kept for one boundary must not be given within another. */
  readonly id: string;
  /** The filter as it was given; undefined where it is known parsed alone. */
  readonly source?: JsonObject | undefined;
}

/** Every call of such a caller carries it, and keys stay in memory. Some hundred groups by name fit. */
export const MAX_BOUNDARY_BYTES = 16_384;

/**
 * Reads a key's or a token's filter. `{}` is no boundary. Throws `invalid_argument` with the offending path, also for fields
 * that differ between the passages of a document: a document lies within as a whole, or not at all.
 */
export const parseAccessFilter = (filter: JsonObject, at = "filter"): AccessFilter | undefined => {
  const bytes = Buffer.byteLength(JSON.stringify(filter));
  if (bytes > MAX_BOUNDARY_BYTES) {
    throw invalidArgument(`${at}: must be at most ${MAX_BOUNDARY_BYTES} bytes of JSON, got ${bytes}`);
  }
  const parsed = parseFilter(filter, at);
  if (parsed === undefined) return undefined;
  const path = passageFieldOf(parsed);
  if (path !== undefined) {
    throw invalidArgument(
      `${at}.${path}: differs between the passages of a document, and can't bound what a key may see`,
    );
  }
  return { ...accessFilterOf(parsed), source: filter };
};

/** A path of the filter that differs between the passages of a document; undefined where there is none. */
export const passageFieldOf = (filter: Filter): string | undefined => pathsOf(filter).find(isPassageField);

export const isPassageField = (path: string): boolean =>
  PASSAGE_FIELDS.some((name) => path === name || path.startsWith(`${name}.`));

/** Intersection of two access filters; undefined stands for no access filter. */
export const withinBoth = (
  one: AccessFilter | undefined,
  other: AccessFilter | undefined,
): AccessFilter | undefined => {
  if (one === undefined || other === undefined) return one ?? other;
  const both = accessFilterOf({ op: "and", filters: [one.filter, other.filter] });
  return { ...both, source: one.source && other.source && { $and: [one.source, other.source] } };
};

/** The filter of a request, no wider than the boundary. */
export const boundedFilter = (
  accessFilter: AccessFilter | undefined,
  filter: Filter | undefined,
): Filter | undefined => {
  if (accessFilter === undefined || filter === undefined) return accessFilter?.filter ?? filter;
  return { op: "and", filters: [accessFilter.filter, filter] };
};

/** By a filter that was parsed, and may have been kept as JSON since, by a version without canonical operands too. */
export const accessFilterOf = (parsed: Filter): AccessFilter => {
  const filter = canonicalFilter(parsed);
  return {
    filter,
    matches: compileFilter(filter),
    id: createHash("sha256").update(JSON.stringify(filter)).digest("hex"),
  };
};

/** The metadata paths that a filter asks for, each as often as it stands there. */
export const pathsOf = (filter: Filter): readonly string[] =>
  filter.op === "and" || filter.op === "or" ? filter.filters.flatMap(pathsOf) : [filter.path];
