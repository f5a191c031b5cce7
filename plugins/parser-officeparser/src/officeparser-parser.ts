import { readFile } from "node:fs/promises";
import { ParserBudget, type ParserEvent, type ParserLimits, type ParserSource, type ParserV1 } from "@quarry/plugin";
import { OfficeParser, type OfficeParserAST } from "officeparser";
import { checkFile } from "./check-file.ts";
import { documentInfo } from "./document-info.ts";
import { libraryError, warningsOf } from "./library-error.ts";
import type { OfficeparserSettings } from "./officeparser-settings.ts";
import { readableFile } from "./readable-file.ts";
import type { ReadableType } from "./readable-types.ts";
import { shownRtf } from "./shown-rtf.ts";
import { TreeBlocks } from "./tree-blocks.ts";

/** Maximum decompressed size. More text does not fit as a tree into a document's memory limit. */
const MAX_UNPACKED_BYTES = 536_870_912;
/**
 * Maximum number of cells: each is a tree node of about a kilobyte, and a few bytes of OpenDocument can repeat one a
 * million times.
 */
const MAX_TREE_CELLS = 1_000_000;

/** Parser based on the library, which builds a tree of the whole document. Its size is limited by preceding checks. */
export function officeparserParser(settings: OfficeparserSettings): ParserV1 {
  return { parse: (source, limits) => parse(source, limits, settings) };
}

async function* parse(
  source: ParserSource,
  limits: ParserLimits,
  settings: OfficeparserSettings,
): AsyncGenerator<ParserEvent> {
  const type = source.fileType as ReadableType;
  await checkFile(source.path, type, limits);
  const file =
    type === "rtf"
      ? shownRtf(await readFile(source.path), settings.hiddenContent)
      : await readableFile(source.path, type, limits);
  const tree = await treeOf(file, type, limits, settings);
  const budget = new ParserBudget(limits);
  const warnings = warningsOf(tree.warnings);
  const info = documentInfo(tree);
  budget.checkPages(info.pageCount ?? 0, tree.content.some((node) => node.type === "sheet") ? "sheets" : "slides");
  yield { type: "info", info: { ...info, ...(warnings.length > 0 && { warnings }) } };
  const blocks = new TreeBlocks(settings, budget);
  for (const block of blocks.read(tree.content)) yield { type: "block", block };
  const { headers = [], footers = [] } = tree.auxiliary ?? {};
  const headerFooterNodes = settings.headersAndFooters ? [...headers, ...footers] : [];
  for (const block of blocks.read(headerFooterNodes)) yield { type: "block", block };
}

async function treeOf(
  file: string | Buffer,
  type: ReadableType,
  limits: ParserLimits,
  { comments, headersAndFooters }: OfficeparserSettings,
): Promise<OfficeParserAST> {
  try {
    return await OfficeParser.parseOffice(file, {
      fileType: type,
      ignoreComments: !comments,
      ignoreHeadersAndFooters: !headersAndFooters,
      ignoreSlideMasters: true,
      ignoreInternalLinks: true,
      includeBreakNodes: true,
      decompressionLimits: {
        maxUncompressedBytes: Math.min(limits.maxUncompressedBytes, MAX_UNPACKED_BYTES),
        maxZipEntries: limits.maxArchiveEntries,
        maxTableCells: Math.min(limits.maxCells, MAX_TREE_CELLS),
      },
    });
  } catch (error) {
    throw libraryError(error, type);
  }
}
