import type { ParserLimits } from "@quarry/plugin";
import type { Archive } from "../archive/archive.ts";
import { readSmallXml } from "../archive/read-xml.ts";

/** How a number is to be read. */
export type NumberKind = "plain" | "date" | "time" | "percent";

/** Built-in formats (ECMA-376, 18.8.30), with those that East Asian versions add. */
const BUILT_IN_DATES = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);
const BUILT_IN_TIMES = new Set([18, 19, 20, 21, 32, 33, 45, 46, 47]);
const BUILT_IN_PERCENTS = new Set([9, 10]);

/** Reads which kind of number each cell style shows, by the style's index. */
export async function readNumberKinds(archive: Archive, part: string, limits: ParserLimits): Promise<NumberKind[]> {
  const custom = new Map<number, NumberKind>();
  const kinds: NumberKind[] = [];
  let isCellFormats = false;
  await readSmallXml(archive, part, limits, {
    open: (name, { numFmtId, formatCode }) => {
      const id = Number(numFmtId);
      if (name === "numFmt") custom.set(id, kindOfCode(formatCode ?? ""));
      else if (name === "cellXfs") isCellFormats = true;
      else if (name === "xf" && isCellFormats) kinds.push(custom.get(id) ?? builtInKind(id));
    },
    close: (name) => {
      if (name === "cellXfs") isCellFormats = false;
    },
  });
  return kinds;
}

function builtInKind(id: number): NumberKind {
  if (BUILT_IN_DATES.has(id)) return "date";
  if (BUILT_IN_TIMES.has(id)) return "time";
  return BUILT_IN_PERCENTS.has(id) ? "percent" : "plain";
}

/** Literal text, escapes, colours and conditions say nothing about the kind; `[h]` and `[mm]` are durations. */
export function kindOfCode(code: string): NumberKind {
  const section = code.split(";")[0]!;
  const pattern = section.replace(/"[^"]*"|\\.|_.|\*./g, "").replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");
  if (/[yd]/i.test(pattern) || /mmm/i.test(pattern)) return "date";
  if (/[hs]/i.test(pattern)) return "time";
  return pattern.includes("%") ? "percent" : "plain";
}
