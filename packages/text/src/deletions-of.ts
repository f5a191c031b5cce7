/**
 * Returns the word, and its remainders without up to so many characters. Two words that are at most so many edits apart
 * have one of these in common, so that an index of exact words finds near ones.
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
