/** Scores of one line: for each step of its picture one score per class, 0 to 1. */
export interface StepScores {
  readonly values: Float32Array;
  readonly steps: number;
  readonly classes: number;
}

/** A recognised character with its score. */
export interface RecognisedCharacter {
  readonly text: string;
  readonly score: number;
  /** Step at which it was recognised. */
  readonly step: number;
}

/** Blank class of CTC, which separates two equal characters. */
const BLANK = 0;

/**
 * Decodes the characters of a line by the best class of each step (greedy CTC decoding). The class after the last
 * character is the gap between words.
 */
export function decodeCharacters(
  { values, steps, classes }: StepScores,
  characters: readonly string[],
): RecognisedCharacter[] {
  const read: RecognisedCharacter[] = [];
  let last = BLANK;
  for (let step = 0; step < steps; step++) {
    const from = step * classes;
    let best = BLANK;
    for (let index = 1; index < classes; index++) if (values[from + index]! > values[from + best]!) best = index;
    if (best !== BLANK && best !== last)
      read.push({ text: characters[best - 1] ?? " ", score: values[from + best]!, step });
    last = best;
  }
  return read;
}

/** A word with the mean score of its characters. */
export interface ReadWord {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/**
 * Minimum steps between characters of different cells, whose gap is often not recognised. Each step is 8 pixels wide in
 * lines 48 pixels high, and a Chinese character some 4 steps.
 */
const CELL_STEPS = 7;

/** Splits characters into words at gaps: recognised ones and wide ones. */
export function wordsOf(characters: readonly RecognisedCharacter[]): ReadWord[] {
  const words: RecognisedCharacter[][] = [[]];
  for (const character of characters) {
    const last = words.at(-1)!.at(-1);
    const isGap = character.text.trim() === "";
    if (isGap || (last !== undefined && character.step - last.step >= CELL_STEPS)) words.push([]);
    if (!isGap) words.at(-1)!.push(character);
  }
  return words
    .filter((word) => word.length > 0)
    .map((word) => ({
      text: word.map(({ text }) => text).join(""),
      confidence: word.reduce((sum, { score }) => sum + score, 0) / word.length,
    }));
}
