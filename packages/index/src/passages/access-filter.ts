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

/** Access filter of a caller, who can read and change only what matches the filter. */
export interface AccessFilter {
  readonly filter: Filter;
  /** Predicate over the metadata as filters see it: of a document, of a chunk, or of a direct vector. */
  readonly matches: FilterPredicate;
  /** Digest, equal exactly for equal filters. Results cached for one access filter must not be returned for another. */
  readonly id: string;
  /** Filter as received; undefined if only the parsed form is known. */
  readonly source?: JsonObject | undefined;
}

/**
 * Maximum size of a filter as JSON. Every call of the caller carries it, and keys stay in memory. A few hundred group
 * names fit.
 */
export const MAX_FILTER_BYTES = 16_384;

/**
 * Parses the filter of a key or a token. `{}` means no access filter. Throws `invalid_argument` with the offending
 * path, also for fields that differ between the passages of a document: a document is accessible as a whole, or not at
 * all.
 */
export const parseAccessFilter = (filter: JsonObject, at = "filter"): AccessFilter | undefined => {
  const bytes = Buffer.byteLength(JSON.stringify(filter));
  if (bytes > MAX_FILTER_BYTES) {
    throw invalidArgument(`${at}: must be at most ${MAX_FILTER_BYTES} bytes of JSON, got ${bytes}`);
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

/** Returns a path of the filter that differs between the passages of a document; undefined if there is none. */
export const passageFieldOf = (filter: Filter): string | undefined => pathsOf(filter).find(isPassageField);

// A path can be a literal key with dots, so any path that begins with a passage's field counts.
export const isPassageField = (path: string): boolean =>
  PASSAGE_FIELDS.some((name) => path === name || path.startsWith(`${name}.`));

/** Returns the intersection of two access filters; undefined means no access filter. */
export const withinBoth = (
  one: AccessFilter | undefined,
  other: AccessFilter | undefined,
): AccessFilter | undefined => {
  if (one === undefined || other === undefined) return one ?? other;
  const both = accessFilterOf({ op: "and", filters: [one.filter, other.filter] });
  return { ...both, source: one.source && other.source && { $and: [one.source, other.source] } };
};

/** Returns the filter of a request, restricted to the access filter. */
export const boundedFilter = (
  accessFilter: AccessFilter | undefined,
  filter: Filter | undefined,
): Filter | undefined => {
  if (accessFilter === undefined || filter === undefined) return accessFilter?.filter ?? filter;
  return { op: "and", filters: [accessFilter.filter, filter] };
};

/**
 * Builds an access filter from a parsed filter. The filter can have been stored as JSON in between, even by a version
 * without canonical operands.
 */
export const accessFilterOf = (parsed: Filter): AccessFilter => {
  const filter = canonicalFilter(parsed);
  return {
    filter,
    matches: compileFilter(filter),
    id: createHash("sha256").update(JSON.stringify(filter)).digest("hex"),
  };
};

/** Returns the metadata paths in a filter, with repetitions. */
export const pathsOf = (filter: Filter): readonly string[] =>
  filter.op === "and" || filter.op === "or" ? filter.filters.flatMap(pathsOf) : [filter.path];
