import { STOP_TERMS } from "./analyzer.ts";
import { characterLength, scan } from "./scan-words.ts";
import { normalizeText } from "./normalize-text.ts";
import { MAX_QUERY_PHRASES, MAX_QUERY_TERMS } from "./query-limits.ts";
import { quotedPhrases } from "./quoted-phrases.ts";

/** A query, as far as it is searched by its words. */
export interface BoundedQuery {
  /** The query itself, or its beginning. */
  readonly text: string;
  /** Words behind that beginning, each as often as it stands there. */
  readonly leftOut: number;
}

/**
 * A query up to where it has `MAX_QUERY_TERMS` distinct terms or `MAX_QUERY_PHRASES` distinct phrases: a text that is pasted says
 * first what it is about. Its beginning is the same for every collection, so scores keep their meaning. A phrase across the
 * end is looked for as far as it goes.
 */
export function boundedQuery(query: string): BoundedQuery {
  const text = normalizeText(query);
  // A term has a character of its own, or more.
  if (text.length <= MAX_QUERY_TERMS) return { text: query, leftOut: 0 };
  const phrases = quotedPhrases(text);
  const cut = Math.min(endOfTerms(text), endOfPhrases(text, phrases));
  if (cut >= text.length) return { text: query, leftOut: 0 };
  const open = phrases.find(({ start, end }) => start <= cut && cut <= end);
  const retained = text.slice(0, cut) + (open === undefined ? "" : text[open.end]!);
  return { text: retained, leftOut: countWords(text.slice(cut)) };
}

/** Offset of the word that would bring one distinct term too many. */
function endOfTerms(text: string): number {
  const terms = new Set<string>();
  let at = 0;
  let isRun = false;
  let end = text.length;
  scan(
    text,
    (term) => {
      if (end < text.length) return;
      if (term !== "" && !STOP_TERMS.has(term)) terms.add(term);
      if (terms.size > MAX_QUERY_TERMS) end = at;
      // A run is one place with a pair for each of its characters.
      if (isRun) at += characterLength(text, at);
    },
    {
      word: (start) => {
        at = start;
        isRun = false;
      },
      run: (start) => {
        at = start;
        isRun = true;
      },
    },
  );
  return end;
}

function endOfPhrases(text: string, phrases: readonly { readonly start: number; readonly end: number }[]): number {
  const distinct = new Set<string>();
  for (const { start, end } of phrases) {
    distinct.add(text.slice(start, end));
    if (distinct.size > MAX_QUERY_PHRASES) return start - 1;
  }
  return text.length;
}

function countWords(text: string): number {
  let count = 0;
  let last = -1;
  scan(text, (_term, position) => {
    if (position !== last) count++;
    last = position;
  });
  return count;
}
