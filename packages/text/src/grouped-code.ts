const JOINERS = /[-‐‑_.]/g;
/** Other characters that join words. */
const OTHER_JOINERS = /['’@&,+#×]/;
const DIGIT = /\d/;
const ONLY_DIGITS_AND_DOTS = /^[\d.]+$/;
/** Minimum length of a code: `1-12` and `3.4` are none. */
const MIN_LENGTH = 7;
/** Minimum number of digits between two dots: fewer are a version. */
const MIN_BETWEEN_DOTS = 2;
const MAX_BYTE = 255;
const BYTES_OF_ADDRESS = 4;

/**
 * Returns a code in groups (`550e8400-e29b-41d4-a716-446655440000`, `001a.2b3c.4d5e`, `123.456.789-09`) without its
 * separators. Undefined for words that need them: numbers with decimals, versions, network addresses.
 */
export function groupedCode(raw: string): string | undefined {
  const joined = joinedGroups(raw);
  return joined !== undefined && joined.length >= MIN_LENGTH ? joined : undefined;
}

/** Returns the groups of a code without separators, at any length. */
export function joinedGroups(raw: string): string | undefined {
  if (!DIGIT.test(raw) || OTHER_JOINERS.test(raw)) return undefined;
  return ONLY_DIGITS_AND_DOTS.test(raw) && !mayLoseDots(raw) ? undefined : raw.replaceAll(JOINERS, "").toLowerCase();
}

function mayLoseDots(raw: string): boolean {
  if (raw.indexOf(".") === raw.lastIndexOf(".")) return false;
  const groups = raw.split(".");
  const isAddress = groups.length === BYTES_OF_ADDRESS && groups.every((group) => Number(group) <= MAX_BYTE);
  return !isAddress && groups.every((group) => group.length >= MIN_BETWEEN_DOTS);
}
