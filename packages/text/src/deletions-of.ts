/**
 * Returns the word and its variants with up to `edits` characters deleted. Two words within that edit distance have a
 * variant in common, so that an exact index finds near words (symmetric delete).
 */
export const deletionsOf = (word: string, edits: number): ReadonlySet<string> => {
  const left = new Set([word]);
  let last = [word];
  for (let edit = 0; edit < edits; edit += 1) {
    last = last.flatMap(shortened).filter((each) => !left.has(each));
    for (const each of last) left.add(each);
  }
  return left;
};

const shortened = (word: string): string[] =>
  word.length < 2
    ? []
    : Array.from({ length: word.length }, (_, index) => word.slice(0, index) + word.slice(index + 1));
