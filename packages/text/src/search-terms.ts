import { analyze, wholeTerms } from "./analyzer.ts";
import { Phrase } from "./phrase.ts";
import { queryCounts } from "./query-counts.ts";
import { quotedPhrases } from "./quoted-phrases.ts";
import { searchText } from "./search-text.ts";
import { type Spellings, spellingsOf, writtenTogether } from "./spellings.ts";
import { STOP_TERMS } from "./stop-words.ts";
import { wholeCodes } from "./whole-codes.ts";
import { openGrams } from "./word-grams.ts";

/** Query in the form of the keyword index. */
export interface SearchTerms {
  /** Weight of each term, in the order of first occurrence. */
  readonly terms: ReadonlyMap<string, number>;
  /** Grams by term. They count in addition to the term if the collection has grams for its texts with that term. */
  readonly openGrams: ReadonlyMap<string, readonly string[]>;
  readonly spellings: Spellings;
  /** Phrases that every hit must contain. */
  readonly phrases: readonly Phrase[];
}

/**
 * Returns the terms that a query is searched by, and its phrases. Stop words count in phrases, and if there is nothing
 * else. A whole code counts once more than all its parts, so that a text that contains it ranks above texts with only
 * its parts.
 */
export function searchTerms(query: string): SearchTerms {
  const text = searchText(query);
  const phrases = [...new Set(quotedPhrases(text).map(({ start, end }) => text.slice(start, end)))];
  const inPhrases = new Set(phrases.flatMap(analyze));
  const all = analyze(text);
  const content = all.filter((term) => !STOP_TERMS.has(term) || inPhrases.has(term));
  const counts = new Map<string, number>();
  const add = (term: string, count: number): unknown => counts.set(term, (counts.get(term) ?? 0) + count);
  for (const term of content.length > 0 ? content : all) add(term, 1);
  for (const { term, parts } of wholeTerms(text)) add(term, parts);
  const grouped = writtenTogether(text).filter(
    ({ form, code }) => code?.isSure === true && code.forms[0]!.form === form[0],
  );
  const groupedEnds = new Map(grouped.map(({ start, end }) => [start, end]));
  for (const { form, code } of grouped) add(form[0]!, code!.groups + 1);
  for (const { term, parts, start, end } of wholeCodes(text)) {
    if (end > (groupedEnds.get(start) ?? 0)) add(term, parts + 1);
  }
  const terms = queryCounts(counts, text);
  return {
    terms,
    spellings: spellingsOf(text, terms.keys()),
    openGrams: openGrams(all),
    phrases: phrases.map((phrase) => new Phrase(phrase)),
  };
}
