/** Scores of one line: for each step of its picture one number a class, 0 to 1. */
export interface StepScores {
  readonly values: Float32Array;
  readonly steps: number;
  readonly classes: number;
}

/** A sign that was read, with its score. */
export interface ReadSign {
  readonly text: string;
  readonly score: number;
  /** The step that it was read at. */
  readonly step: number;
}

/** The class of "no sign here", which stands between two equal signs. */
const BLANK = 0;

/** The signs of a line by the best class of each step (greedy CTC decoding). The class behind the last sign is the gap between words. */
export function decodeSigns({ values, steps, classes }: StepScores, signs: readonly string[]): ReadSign[] {
  const read: ReadSign[] = [];
  let last = BLANK;
  for (let step = 0; step < steps; step++) {
    const from = step * classes;
    let best = BLANK;
    for (let index = 1; index < classes; index++) if (values[from + index]! > values[from + best]!) best = index;
    if (best !== BLANK && best !== last) read.push({ text: signs[best - 1] ?? " ", score: values[from + best]!, step });
    last = best;
  }
  return read;
}

/** A word and the mean score of its signs. */
export interface ReadWord {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** Steps from one sign to the next of another cell, whose gap is often not read: each is 8 pixels wide in lines 48 pixels high, and a Chinese sign some 4 steps. */
const CELL_STEPS = 7;

/** Signs between gaps, read ones and wide ones. */
export function wordsOf(signs: readonly ReadSign[]): ReadWord[] {
  const words: ReadSign[][] = [[]];
  for (const sign of signs) {
    const last = words.at(-1)!.at(-1);
    const isGap = sign.text.trim() === "";
    if (isGap || (last !== undefined && sign.step - last.step >= CELL_STEPS)) words.push([]);
    if (!isGap) words.at(-1)!.push(sign);
  }
  return words
    .filter((word) => word.length > 0)
    .map((word) => ({
      text: word.map(({ text }) => text).join(""),
      confidence: word.reduce((sum, { score }) => sum + score, 0) / word.length,
    }));
}
