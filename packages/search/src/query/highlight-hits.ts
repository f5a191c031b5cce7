import type { WordRepair } from "@quarry/index";
import {
  type Fragment,
  fragmentsOf,
  type Match,
  MOST_MATCHES,
  type NearestSentence,
  QueryMatcher,
  searchTerms,
  SentenceMatcher,
  textParts,
} from "@quarry/text";
import { TimeSlice } from "@quarry/plugin/time-slice";
import { Effect } from "effect";

import type { Hit } from "./hit.ts";
import type { SearchRequest, ShownFragment } from "./search-request.ts";

const DEFAULT_FRAGMENTS = 3;
const DEFAULT_CHARACTERS = 200;

/** Characters scanned of one text. Only client entries can be longer; the rest is ignored. */
const MOST_SCANNED = 131_072;

/**
 * Characters scanned in total: 1,000 results with chunks of the usual size are scanned completely, long entries are
 * not.
 */
const MOST_IN_ALL = 2_097_152;

/** Characters scanned without yielding: about a millisecond. */
const AT_ONCE = 16_384;

/** Query as requested and as searched, and the corrections of its misspelt words. */
interface Highlighted {
  readonly request: SearchRequest;
  readonly query: string;
  readonly repairs: readonly WordRepair[];
}

/**
 * Returns the fragments to show of each hit's text; undefined if the request doesn't want them. In a semantic search,
 * and if a hit contains no term of the query, the fragment is the sentence nearest to the query. A hit without a text
 * has none.
 */
export const highlightHits = Effect.fnUntraced(function* (
  { request, query, repairs }: Highlighted,
  hits: readonly Hit[],
): Effect.fn.Return<readonly (readonly ShownFragment[])[] | undefined> {
  const { highlight, mode } = request;
  if (highlight === undefined) return undefined;
  const options = {
    count: highlight.fragments ?? DEFAULT_FRAGMENTS,
    length: highlight.fragmentChars ?? DEFAULT_CHARACTERS,
  };
  const queries = [query, ...repairs.map(({ replacement }) => replacement)];
  const matcher = new QueryMatcher(queries.map(searchTerms));
  const sentences = new SentenceMatcher(query);
  const mostOfEach = Math.min(MOST_SCANNED, Math.floor(MOST_IN_ALL / Math.max(1, hits.length)));
  const slice = new TimeSlice();
  const shown: (readonly ShownFragment[])[] = [];
  for (const { passage } of hits) {
    const text = truncateText(passage.text, mostOfEach);
    const matches = mode === "semantic" ? [] : yield* matchesIn(text, matcher, slice);
    const found = fragmentsOf(text, matches, options);
    const fragments = found.length > 0 ? found : yield* nearestIn(text, sentences, options.length, matcher, slice);
    shown.push(fragments.map((fragment) => shownOf(text, fragment)));
  }
  return shown;
});

const matchesIn = Effect.fnUntraced(function* (text: string, matcher: QueryMatcher, slice: TimeSlice) {
  const matches: Match[] = [];
  for (const { start, end } of textParts(text, AT_ONCE)) {
    if (slice.isOver) yield* Effect.promise(() => slice.renew());
    for (const match of matcher.matchesIn(text.slice(start, end))) matches.push(moved(match, start));
    if (matches.length >= MOST_MATCHES) break;
  }
  return matches;
});

/** Returns the nearest sentence as the only fragment; none for an empty text. */
const nearestIn = Effect.fnUntraced(function* (
  text: string,
  sentences: SentenceMatcher,
  length: number,
  matcher: QueryMatcher,
  slice: TimeSlice,
): Effect.fn.Return<readonly Fragment[]> {
  let best: NearestSentence = { start: 0, end: 0, likeness: -1 };
  for (const { start, end } of textParts(text, AT_ONCE)) {
    if (slice.isOver) yield* Effect.promise(() => slice.renew());
    const nearest = sentences.nearestIn(text.slice(start, end), length);
    if (nearest.likeness > best.likeness) best = moved(nearest, start);
  }
  const { start, end } = best;
  const matches = matcher.matchesIn(text.slice(start, end)).map((match) => moved(match, start));
  return start === end ? [] : [{ start, end, matches }];
});

const moved = <Range extends { readonly start: number; readonly end: number }>(range: Range, by: number): Range => ({
  ...range,
  start: range.start + by,
  end: range.end + by,
});

const truncateText = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, isPair(text, length - 1) ? length - 1 : length);

function shownOf(text: string, { start, end, matches }: Fragment): ShownFragment {
  const at = (index: number): number => codePoints(text, start, index);
  return {
    text: text.slice(start, end),
    offset: codePoints(text, 0, start),
    matches: matches.map((match) => ({ start: at(match.start), end: at(match.end) })),
  };
}

/** Number of code points between two UTF-16 offsets. */
function codePoints(text: string, from: number, to: number): number {
  let count = to - from;
  for (let index = from; index < to - 1; index++) if (isPair(text, index)) count -= 1;
  return count;
}

const isPair = (text: string, index: number): boolean =>
  (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
