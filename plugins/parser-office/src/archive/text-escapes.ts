const ESCAPE = /_x([0-9a-f]{4})_/gi;

/**
 * Decodes escapes in texts of workbooks and charts: `_x0009_` is a character that XML doesn't allow, `_x005F_` an
 * underscore that would begin such an escape (ECMA-376, ST_Xstring).
 */
export const decodeEscapes = (text: string): string =>
  text.includes("_x") ? text.replace(ESCAPE, (_, code: string) => characterOf(Number.parseInt(code, 16))) : text;

/** A carriage return becomes a line feed, as in XML. */
const characterOf = (code: number): string => (code === 0x0d ? "\n" : String.fromCharCode(code));
