import type { ParserLimits } from "@quarry/plugin";
import type { Archive } from "../archive/archive.ts";
import { attribute, readSmallXml } from "../archive/read-xml.ts";

/** How a number is to be read. */
export type NumberKind = "plain" | "date" | "time" | "duration" | "percent";

export interface NumberFormat {
  readonly kind: NumberKind;
  /** The sign of a currency before or behind the number. */
  readonly prefix: string;
  readonly suffix: string;
}

/** Formats of cells; Excel itself allows 65,490. The rest of more than this show their number as it is. */
const MAX_FORMATS = 65_536;
export const PLAIN_FORMAT: NumberFormat = { kind: "plain", prefix: "", suffix: "" };

/** Built-in formats (ECMA-376, 18.8.30), with those that East Asian versions add. */
const BUILT_IN_DATES = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);
const BUILT_IN_TIMES = new Set([18, 19, 20, 21, 32, 33, 45, 47]);
const BUILT_IN_DURATION = 46;
const BUILT_IN_PERCENTS = new Set([9, 10]);

/** Reads how each cell style shows a number, by the style's index. */
export async function readNumberFormats(archive: Archive, part: string, limits: ParserLimits): Promise<NumberFormat[]> {
  const custom = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isCellFormats = false;
  await readSmallXml(archive, part, limits, {
    open: (name, attributes) => {
      if (name === "cellXfs") isCellFormats = true;
      else if (name === "numFmt" && custom.size < MAX_FORMATS) {
        custom.set(Number(attributes["numFmtId"]), formatOfCode(attribute(attributes, "formatCode") ?? ""));
      } else if (name === "xf" && isCellFormats && formats.length < MAX_FORMATS) {
        const id = Number(attributes["numFmtId"]);
        formats.push(custom.get(id) ?? { ...PLAIN_FORMAT, kind: builtInKind(id) });
      }
    },
    close: (name) => {
      if (name === "cellXfs") isCellFormats = false;
    },
  });
  return formats;
}

function builtInKind(id: number): NumberKind {
  if (BUILT_IN_DATES.has(id)) return "date";
  if (BUILT_IN_TIMES.has(id)) return "time";
  if (id === BUILT_IN_DURATION) return "duration";
  return BUILT_IN_PERCENTS.has(id) ? "percent" : "plain";
}

function formatOfCode(code: string): NumberFormat {
  const kind = kindOfCode(code);
  return kind === "plain" ? { kind, ...currencyOf(code) } : { ...PLAIN_FORMAT, kind };
}

/** Literal text, escapes, colours and conditions say nothing about the kind; `[h]` and `[mm]` are durations. */
export function kindOfCode(code: string): NumberKind {
  const section = code.slice(0, 255).split(";")[0]!;
  const pattern = section.replace(/"[^"]*"|\\.|_.|\*./g, "").replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");
  if (/general/i.test(pattern)) return "plain";
  if (/\[(?:h+|m+|s+)\]/i.test(pattern)) return "duration";
  if (/[yd]/i.test(pattern) || /mmm/i.test(pattern)) return "date";
  if (/[hs]/i.test(pattern)) return "time";
  return pattern.includes("%") ? "percent" : "plain";
}

/** The currency of a format: `"€"#,##0.00`, `[$CHF-807] #,##0`, `#,##0.00\ [$€-1]`, `$#,##0`. */
export function currencyOf(code: string): { readonly prefix: string; readonly suffix: string } {
  // `[$-409]` names a language alone.
  const section = code
    .slice(0, 255)
    .split(";")[0]!
    .replace(/\[\$-[^\]]*\]/g, "");
  const sign = /\[\$([^\]-]{1,8})(?:-[^\]]*)?\]|(\p{Sc})/u.exec(section);
  const text = (sign?.[1] ?? sign?.[2] ?? "").trim();
  if (sign === null || text === "") return { prefix: "", suffix: "" };
  const isBefore = sign.index < section.search(/[0#?]/);
  // Signs stand at the number, codes apart from it.
  const blank = isBefore && text.length === 1 ? "" : " ";
  return isBefore ? { prefix: text + blank, suffix: "" } : { prefix: "", suffix: blank + text };
}
