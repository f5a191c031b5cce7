import type { ParserLimits } from "@quarry/plugin";
import type { Archive } from "@quarry/formats/zip";
import { readSmallXml } from "./read-xml.ts";

/** Names of a theme's Latin fonts; empty if the file has no theme. */
export interface ThemeFonts {
  major: string;
  minor: string;
}

/** Reads the fonts that styles refer to through the theme: those of headings (`major`) and of text (`minor`). */
export async function readThemeFonts(
  archive: Archive,
  part: string | undefined,
  limits: ParserLimits,
): Promise<ThemeFonts> {
  const fonts: ThemeFonts = { major: "", minor: "" };
  if (part === undefined) return fonts;
  let kind: keyof ThemeFonts | undefined;
  await readSmallXml(archive, part, limits, {
    open: (name, { typeface = "" }) => {
      if (name === "majorFont") kind = "major";
      else if (name === "minorFont") kind = "minor";
      else if (name === "latin" && kind !== undefined) fonts[kind] = typeface;
      else if (name === "fmtScheme" || name === "clrScheme") return "skip";
      return undefined;
    },
    close: (name) => {
      if (name === "majorFont" || name === "minorFont") kind = undefined;
    },
  });
  return fonts;
}
