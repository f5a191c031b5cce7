const ESCAPE = /_x([0-9a-f]{4})_/gi;

/**
 * Decodes escapes in texts of workbooks and charts: characters that XML can't have as `_x0009_`, and `_x005F_` for an
 * underscore that would begin such an escape (ECMA-376, ST_Xstring).
 */
export const decodeEscapes = (text: string): string =>
  text.includes("_x") ? text.replace(ESCAPE, (_, code: string) => characterOf(Number.parseInt(code, 16))) : text;

/** A carriage return ends a line, as it does in XML. */
const characterOf = (code: number): string => (code === 0x0d ? "\n" : String.fromCharCode(code));
