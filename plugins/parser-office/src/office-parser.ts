import {
  ParserBudget,
  type ParserEvent,
  type ParserLimits,
  type ParserSource,
  type ParserV1,
  unreadFiles,
} from "@quarry/plugin";
import { Archive } from "@quarry/formats/zip";
import { checkContainer } from "./archive/check-container.ts";
import { findMainPart } from "./archive/main-part.ts";
import { embeddedFiles } from "./embedded/embedded-files.ts";
import { HiddenContent } from "./hidden-content.ts";
import type { OfficeInput } from "./office-input.ts";
import type { OfficeSettings } from "./office-settings.ts";
import { type OfficeType, officeTypeOf } from "./office-type.ts";
import { parseWorkbook } from "./sheets/parse-workbook.ts";
import { parsePresentation } from "./slides/parse-presentation.ts";
import { parseWordDocument } from "./word/parse-word-document.ts";

const READERS: Record<OfficeType, (input: OfficeInput) => AsyncIterable<ParserEvent>> = {
  docx: parseWordDocument,
  pptx: parsePresentation,
  xlsx: parseWorkbook,
};

/** Reads Word, PowerPoint and Excel files. Nothing is decompressed before the archive is checked. */
export function officeParser(settings: OfficeSettings): ParserV1 {
  return { parse: (source, limits) => parse(source, limits, settings) };
}

async function* parse(
  source: ParserSource,
  limits: ParserLimits,
  settings: OfficeSettings,
): AsyncGenerator<ParserEvent> {
  const type = officeTypeOf(source.fileType);
  await checkContainer(source.path, type);
  const archive = await Archive.open(source.path, limits);
  try {
    const mainPart = await findMainPart(archive, type, limits);
    const budget = new ParserBudget(limits);
    const unread = unreadFiles(await embeddedFiles(archive, limits));
    yield* READERS[type]({ source, archive, mainPart, limits, budget, settings, unread, hidden: new HiddenContent() });
  } finally {
    archive.close();
  }
}
