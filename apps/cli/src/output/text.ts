/** The words of a question that are worth marking. */
export const wordsOf = (query: string): readonly string[] => [
  ...new Set(query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []),
];

/** Marks the words that begin like one of those looked for. */
export const highlight = (text: string, words: readonly string[], mark: (word: string) => string): string =>
  text.replace(/[\p{L}\p{N}]+/gu, (word) => {
    const lower = word.toLowerCase();
    return words.some((looked) => lower.startsWith(looked)) ? mark(word) : word;
  });

/** Lines of at most this many characters, broken between words; control characters never reach a terminal. */
export const wrapped = (text: string, width: number): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/\s+/g, " ")
        .replace(/\p{Cc}/gu, "")
        .trim(),
    )
    .filter((line) => line !== "")
    .flatMap((line) => wrapLine(line, width));

const wrapLine = (line: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    if (current !== "" && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else current = current === "" ? word : `${current} ${word}`;
  }
  return [...lines, current];
};
