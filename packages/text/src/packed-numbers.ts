const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));
/** A digit holds five bits, and whether more follow. */
const BITS = 5;
const MORE = 1 << BITS;

/** A whole number from 0 on as a short text; less than 32 takes one character. */
export function digitsOf(number: number): string {
  let digits = "";
  let rest = number;
  for (; rest >= MORE; rest = Math.floor(rest / MORE)) digits += DIGITS[MORE + (rest % MORE)]!;
  return digits + DIGITS[rest]!;
}

/** The numbers that were packed one after the other, up to the first character that is no digit. */
export function numbersIn(packed: string): number[] {
  const numbers: number[] = [];
  let [value, factor] = [0, 1];
  for (const digit of packed) {
    const bits = VALUES.get(digit);
    if (bits === undefined) break;
    value += (bits % MORE) * factor;
    factor *= MORE;
    if (bits >= MORE) continue;
    numbers.push(value);
    [value, factor] = [0, 1];
  }
  return numbers;
}
