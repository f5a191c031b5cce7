/**
 * Applies one edit (a swapped, missing, doubled or replaced letter) to about half of the words with five letters or
 * more. Deterministic for a seed.
 */
export const withTypos = (text: string, seed: number): string => {
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return text.replaceAll(/\p{L}{5,}/gu, (word) => (random() < 0.5 ? word : misspelt(word, random)));
};

const misspelt = (word: string, random: () => number): string => {
  const letters = [...word];
  const at = 1 + Math.floor(random() * (letters.length - 2));
  const kind = Math.floor(random() * 4);
  if (kind === 0) [letters[at], letters[at + 1]] = [letters[at + 1]!, letters[at]!];
  else if (kind === 1) letters.splice(at, 1);
  else if (kind === 2) letters.splice(at, 0, letters[at]!);
  else letters[at] = "abcdefghijklmnopqrstuvwxyz"[Math.floor(random() * 26)]!;
  return letters.join("");
};
