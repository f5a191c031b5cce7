const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));
/** Bits of the number per digit, in addition to a bit for whether more follow (variable-length encoding). */
const BITS = 5;
const MORE = 1 << BITS;

/** Encodes a non-negative integer as a short text; numbers below 32 take one character. */
export function digitsOf(number: number): string {
  let digits = "";
  let rest = number;
  for (; rest >= MORE; rest = Math.floor(rest / MORE)) digits += DIGITS[MORE + (rest % MORE)]!;
  return digits + DIGITS[rest]!;
}

/** Decodes concatenated numbers, up to the first character that is not a digit. */
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
