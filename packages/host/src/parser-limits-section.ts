import { DEFAULT_PARSER_LIMITS, type ParserLimits } from "@quarry/plugin";
import { Schema } from "effect";

/** Description of each limit, and the reason for its default. */
const DESCRIPTIONS: Readonly<Record<keyof ParserLimits, string>> = {
  maxPages: "Pages, slides, sheets or frames. The longest real documents have about ten thousand.",
  maxArchiveEntries: "Entries of a docx, pptx or xlsx, which are zip archives. Real ones hold a few thousand at most.",
  maxUncompressedBytes:
    "Unpacked bytes of an archive or a compressed stream. Enough for a large workbook, not for a decompression bomb.",
  maxCompressionRatio:
    "Compression ratio of a large archive or of one of its entries. Real sheets with similar rows reach about 200.",
  maxNesting: "Depth of nested elements (xml, html, json). No editor nests deeper.",
  maxTextCharacters:
    "Characters of text in a document. As many as a plain-text upload of the default maximum size contains.",
  maxPixels: "Pixels (width × height) of one image, frame or rendered page. An A0 poster at 300 dpi has 140 million.",
  maxCells: "Cells with a value in a workbook or delimited file. A full sheet of 50 columns has 52 million.",
};

const limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }));

const keys = Object.keys(DEFAULT_PARSER_LIMITS) as readonly (keyof ParserLimits)[];

/** Section `parserLimits` of the config file: integers from 1. Missing ones use their defaults. */
export const ParserLimitsSection = Schema.Struct(
  Object.fromEntries(
    keys.map((key) => {
      const annotated = limit.annotate({ description: DESCRIPTIONS[key], default: DEFAULT_PARSER_LIMITS[key] });
      return [key, Schema.optionalKey(annotated)];
    }),
  ) as Record<keyof ParserLimits, Schema.optionalKey<typeof limit>>,
);

export interface ParserLimitSetting {
  readonly name: keyof ParserLimits;
  readonly defaultValue: number;
  readonly description: string;
}

/** All limits of the section. The guide's table is generated from this. */
export const PARSER_LIMIT_SETTINGS: readonly ParserLimitSetting[] = keys.map((name) => ({
  name,
  defaultValue: DEFAULT_PARSER_LIMITS[name],
  description: DESCRIPTIONS[name],
}));
