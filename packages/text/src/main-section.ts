import type { ChunkUnit } from "./chunk-unit.ts";

/**
 * Returns the deepest heading path that covers more than half of the units' text. A passage over several short sections
 * gets the chapter that contains them, and a single line of the previous chapter has no effect. Headings and white
 * space count only if there is nothing else. If no chapter covers half, the largest one is returned, the first of
 * equals: any path is better than none.
 */
export function mainSection(units: readonly Pick<ChunkUnit, "kind" | "text" | "section">[]): readonly string[] {
  const only = units[0]?.section;
  if (only !== undefined && units.every(({ section }) => section === only)) return only;
  const body = units.filter(({ kind, text }) => kind !== "heading" && /\S/.test(text));
  let shares = sharesOf(body.length > 0 ? body : units);
  const half = lengthOf(shares) / 2;
  for (let depth = 0; ; depth++) {
    const heaviest = heaviestPart(shares, depth);
    const ends = heaviest[0]!.section.length === depth;
    if (ends || (depth > 0 && lengthOf(heaviest) <= half)) return heaviest[0]!.section.slice(0, depth);
    shares = heaviest;
  }
}

/** Amount of text in one section. */
interface Share {
  readonly section: readonly string[];
  length: number;
}

function sharesOf(units: readonly Pick<ChunkUnit, "text" | "section">[]): Share[] {
  // Keyed by identity: each heading creates its own array, and two sections can have the same name.
  const shares = new Map<readonly string[], Share>();
  for (const { section, text } of units) {
    const share = shares.get(section);
    if (share === undefined) shares.set(section, { section, length: text.length });
    else share.length += text.length;
  }
  return [...shares.values()];
}

/**
 * Returns the sections under the heading with the most text, among sections that share their first `depth` headings.
 */
function heaviestPart(shares: readonly Share[], depth: number): Share[] {
  const parts = Map.groupBy(shares, ({ section }) => section[depth]);
  return [...parts.values()].reduce((best, part) => (lengthOf(part) > lengthOf(best) ? part : best));
}

function lengthOf(shares: readonly Share[]): number {
  return shares.reduce((sum, { length }) => sum + length, 0);
}
