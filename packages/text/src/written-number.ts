/**
 * Numbers with thousands separators: `1,234,567.8`, `1.234.567,8`, `1'234'567`, `1_234_567`. The separator is the same
 * everywhere, and the decimal mark differs from it.
 */
const THOUSANDS = /^\d{1,3}([,.'_])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/;
/** Numbers in lakhs and crores: `12,34,567`. */
const LAKHS = /^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/;
/** Numbers with a decimal comma: `12,5` */
const DECIMAL_COMMA = /^\d+,\d+$/;
const MARKS = /[,.'_]/g;
const DECIMALS = /[.,](\d+)$/;

/**
 * Returns a number without thousands separators and with a decimal point; undefined if it has neither. An ambiguous
 * form (`1.234`) is read as thousands; its written form is a term anyway.
 */
export function plainNumber(written: string): string | undefined {
  const raw = written.replaceAll("’", "'");
  const mark = THOUSANDS.exec(raw)?.[1] ?? (LAKHS.test(raw) ? "," : undefined);
  if (mark === undefined) return DECIMAL_COMMA.test(raw) ? raw.replace(",", ".") : undefined;
  const decimals = DECIMALS.exec(raw);
  if (decimals === null || decimals[0].startsWith(mark)) return raw.replaceAll(MARKS, "");
  return `${raw.slice(0, decimals.index).replaceAll(MARKS, "")}.${decimals[1]}`;
}
