/** `fy2018`, `q4fy2018`, `iso9001`. */
const NUMBER_BEHIND = /^[\p{L}\d]{0,3}\p{L}(\d{4,})$/u;
/** `2018q4`, `5000mg`. */
const NUMBER_BEFORE = /^(\d{4,})\p{L}[\p{L}\d]{0,3}$/u;

/**
 * The number that a few letters are written to, as in `FY2018`: texts have the same year as `2018`, `fiscal 2018` or
 * `December 31, 2018`. Numbers of fewer digits are none without their letters (`B12`, `H2O`), and in longer words of digits
 * and letters they are chance.
 */
export function joinedNumber(term: string): string | undefined {
  return (NUMBER_BEHIND.exec(term) ?? NUMBER_BEFORE.exec(term))?.[1];
}
