import type { ChunkUnit } from "./chunk-unit.ts";

/**
 * The deepest heading path that more than half of the units' text stands under: a passage over several short sections
 * has the chapter that holds them, and one line that is left of the chapter before decides nothing. Headings and white
 * space count only where there is nothing else. Where no chapter holds half, the one that holds most, of equals the
 * first: a path says more than none.
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

/** Share of the text that one section has. */
interface Share {
  readonly section: readonly string[];
  length: number;
}

function sharesOf(units: readonly Pick<ChunkUnit, "text" | "section">[]): Share[] {
  // Key by identity: each heading makes an array of its own, and two sections may have the same name.
  const shares = new Map<readonly string[], Share>();
  for (const { section, text } of units) {
    const share = shares.get(section);
    if (share === undefined) shares.set(section, { section, length: text.length });
    else share.length += text.length;
  }
  return [...shares.values()];
}

/** Sections under the heaviest next heading, of sections that share their first `depth` headings. */
function heaviestPart(shares: readonly Share[], depth: number): Share[] {
  const parts = Map.groupBy(shares, ({ section }) => section[depth]);
  return [...parts.values()].reduce((best, part) => (lengthOf(part) > lengthOf(best) ? part : best));
}

function lengthOf(shares: readonly Share[]): number {
  return shares.reduce((sum, { length }) => sum + length, 0);
}
