/** Words as they are compared: letters or digits, without case and compatibility forms. What is set apart is no loss. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/\p{L}+|\p{N}+/gu) ?? [];

/** Text of which only the words count, in their order. */
export const wordLine = (text: string): string => wordsOf(text).join(" ");

/** Of the reference's words, as often as they stand there, the share that the other text has too; 1 when it has none. */
export const recallOf = (reference: readonly string[], found: readonly string[]): number => {
  if (reference.length === 0) return 1;
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of reference) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    hits += 1;
    left.set(word, count - 1);
  }
  return hits / reference.length;
};
