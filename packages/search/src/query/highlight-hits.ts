import { setImmediate as nextTurn } from "node:timers/promises";
import { type Fragment, fragmentsOf, nearestSentence, QueryMatcher, searchTerms } from "@quarry/plugin/text";
import { Effect } from "effect";
import type { WordRepair } from "../passage-index/spelling/query-repair.ts";
import type { Hit } from "./candidate.ts";
import type { SearchRequest, ShownFragment } from "./search-request.ts";

const DEFAULT_FRAGMENTS = 3;
const DEFAULT_CHARACTERS = 200;

/** Of a longer text, which only an entry of a client has, the beginning is looked at. */
const MOST_LOOKED_AT = 131_072;

/** Characters after which others get their turn: some milliseconds. */
const AT_ONCE = 65_536;

/** What a search was asked, and what was taken for misspelt words of it. */
interface Highlighted {
  readonly request: SearchRequest;
  readonly asked: string;
  readonly repairs: readonly WordRepair[];
}

/**
 * What is shown of each hit's text; undefined where the request doesn't want to see it. In a semantic search, and where a hit holds no
 * word of the query, that is the sentence that is nearest to it.
 */
export const highlightHits = Effect.fnUntraced(function* (
  { request, asked, repairs }: Highlighted,
  hits: readonly Hit[],
): Effect.fn.Return<readonly (readonly ShownFragment[])[] | undefined> {
  const { highlight, mode } = request;
  if (highlight === undefined) return undefined;
  const options = {
    count: highlight.fragments ?? DEFAULT_FRAGMENTS,
    length: highlight.fragmentChars ?? DEFAULT_CHARACTERS,
  };
  const queries = [asked, ...repairs.map(({ replacement }) => replacement)];
  const matcher = new QueryMatcher(queries.map(searchTerms));
  const shown: (readonly ShownFragment[])[] = [];
  let looked = 0;
  for (const { passage } of hits) {
    const text = passage.text.slice(0, MOST_LOOKED_AT);
    if ((looked += text.length) > AT_ONCE) {
      looked = text.length;
      yield* Effect.promise(() => nextTurn());
    }
    const matches = matcher.matchesIn(text);
    const found = mode === "semantic" ? [] : fragmentsOf(text, matches, options);
    const fragments = found.length > 0 ? found : [nearestSentence(text, asked, options.length, matches)];
    shown.push(fragments.map((fragment) => shownOf(text, fragment)));
  }
  return shown;
});

function shownOf(text: string, { start, end, matches }: Fragment): ShownFragment {
  const at = (index: number): number => codePoints(text, start, index);
  return {
    text: text.slice(start, end),
    offset: codePoints(text, 0, start),
    matches: matches.map((match) => ({ start: at(match.start), end: at(match.end) })),
  };
}

/** How many characters stand from one UTF-16 unit to another. */
function codePoints(text: string, from: number, to: number): number {
  let count = to - from;
  for (let index = from; index < to - 1; index++) if (isPair(text, index)) count -= 1;
  return count;
}

const isPair = (text: string, index: number): boolean =>
  (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
