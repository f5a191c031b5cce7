/** Numbers after letters: `fy2018`, `q4fy2018`, `iso9001`. */
const TRAILING_NUMBER = /^[\p{L}\d]{0,3}\p{L}(\d{4,})$/u;
/** Numbers before letters: `2018q4`, `5000mg`. */
const LEADING_NUMBER = /^(\d{4,})\p{L}[\p{L}\d]{0,3}$/u;

/**
 * Returns the number in a term that joins it with a few letters, such as `FY2018`: texts write the same year as `2018`,
 * `fiscal 2018` or `December 31, 2018`. Shorter numbers have no meaning without their letters (`B12`, `H2O`), and in
 * longer mixes of digits and letters they are coincidental.
 */
export function joinedNumber(term: string): string | undefined {
  return (TRAILING_NUMBER.exec(term) ?? LEADING_NUMBER.exec(term))?.[1];
}
