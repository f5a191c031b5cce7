import type { TextRange } from "./characters.ts";
import { characterLength, scan } from "./scan-words.ts";
import { normalizeText } from "./normalize-text.ts";
import { MAX_QUERY_TERMS } from "./query-counts.ts";
import { quotedPhrases } from "./quoted-phrases.ts";
import { STOP_TERMS } from "./stop-words.ts";

/** Maximum number of distinct phrases of a query: each is searched for in the text of every candidate passage. */
export const MAX_QUERY_PHRASES = 100;

/** Query, truncated to the part that is searched by its words. */
export interface BoundedQuery {
  /** Text of the query, or its beginning. */
  readonly text: string;
  /** Number of words after that beginning, counting duplicates. */
  readonly leftOut: number;
}

/**
 * Truncates a query before it exceeds `MAX_QUERY_TERMS` distinct terms or `MAX_QUERY_PHRASES` distinct phrases: a
 * pasted text usually states its subject first. The truncation is the same for every collection, so scores stay
 * comparable. A phrase across the end is searched for up to the end.
 */
export function boundedQuery(query: string): BoundedQuery {
  const text = normalizeText(query);
  // A term has at least one character of its own.
  if (text.length <= MAX_QUERY_TERMS) return { text: query, leftOut: 0 };
  const phrases = quotedPhrases(text);
  const cut = Math.min(endOfTerms(text), endOfPhrases(text, phrases));
  if (cut >= text.length) return { text: query, leftOut: 0 };
  const open = phrases.find(({ start, end }) => start <= cut && cut <= end);
  const retained = text.slice(0, cut) + (open === undefined ? "" : text[open.end]!);
  return { text: retained, leftOut: countWords(text.slice(cut)) };
}

/** Returns the offset of the word with which the number of distinct terms exceeds the limit. */
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
      // A run has one bigram per character.
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

function endOfPhrases(text: string, phrases: readonly TextRange[]): number {
  const distinct = new Set<string>();
  for (const { start, end } of phrases) {
    distinct.add(text.slice(start, end));
    if (distinct.size > MAX_QUERY_PHRASES) return start - 1;
  }
  return text.length;
}

function countWords(text: string): number {
  let count = 0;
  scan(text, (_term, _word, parts = 0) => {
    // A whole is counted by its parts.
    if (parts === 0) count++;
  });
  return count;
}
