/** `1,234,567.8`, `1.234.567,8`, `1'234'567`, `1_234_567`: one mark between all thousands, another one before decimals. */
const THOUSANDS = /^\d{1,3}([,.'_])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/;
/** `12,34,567`: lakhs and crores. */
const LAKHS = /^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/;
/** `12,5` */
const DECIMAL_COMMA = /^\d+,\d+$/;
const MARKS = /[,.'_]/g;
const DECIMALS = /[.,](\d+)$/;

/**
 * A number as it is without marks between its thousands and with a point before its decimals; undefined where it has
 * neither. What may be either (`1.234`) is read as thousands: as it stands it is a term all the same.
 */
export function plainNumber(written: string): string | undefined {
  const raw = written.replaceAll("’", "'");
  const mark = THOUSANDS.exec(raw)?.[1] ?? (LAKHS.test(raw) ? "," : undefined);
  if (mark === undefined) return DECIMAL_COMMA.test(raw) ? raw.replace(",", ".") : undefined;
  const decimals = DECIMALS.exec(raw);
  if (decimals === null || decimals[0].startsWith(mark)) return raw.replaceAll(MARKS, "");
  return `${raw.slice(0, decimals.index).replaceAll(MARKS, "")}.${decimals[1]}`;
}
