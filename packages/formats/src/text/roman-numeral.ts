const NUMERALS = [
  [1_000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
] as const;

/** Returns a number as a lower-case Roman numeral. Its length grows with the number, so callers must limit it. */
export function romanNumeral(number: number): string {
  let rest = number;
  let text = "";
  for (const [value, numeral] of NUMERALS) {
    for (; rest >= value; rest -= value) text += numeral;
  }
  return text;
}
