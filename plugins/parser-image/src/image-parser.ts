import { sharedRecogniser, type RecognisedText, RecognitionTimeout, type TextRecogniser } from "@quarry/ocr";
import {
  cleanBlock,
  cleanLine,
  type PageConfidence,
  ParserBudget,
  ParserError,
  type ParserEvent,
  type ParserLimits,
  type ParserSource,
  type ParserV1,
} from "@quarry/plugin";
import { openBmp } from "./bmp/open-bmp.ts";
import { openRaster } from "./decode-raster.ts";
import type { ImageFile } from "./image-file.ts";
import type { ImageSettings } from "./image-settings.ts";
import { imageTypeOf } from "./image-type.ts";
import { showPage } from "./show-page.ts";

/** Maximum number of warnings. The first few are informative enough. */
const MAX_WARNINGS = 10;

/** Reads pictures by OCR, frame by frame. The recogniser starts with the first picture and is reused. */
export function imageParser(settings: ImageSettings): ParserV1 {
  const { pageTimeoutSeconds, ...options } = settings;
  const recogniser = sharedRecogniser({ ...options, pageTimeoutMs: pageTimeoutSeconds * 1_000 });
  return { parse: (source, limits) => parse(source, limits, recogniser), showPage };
}

async function* parse(
  source: ParserSource,
  limits: ParserLimits,
  recogniser: () => Promise<TextRecogniser>,
): AsyncGenerator<ParserEvent> {
  const type = await imageTypeOf(source.path, source.fileType);
  const image = await (type === "bmp" ? openBmp(source.path, limits) : openRaster(source.path, type, limits));
  yield { type: "info", info: image.info };
  const budget = new ParserBudget(limits);
  const warnings = [...(image.info.warnings ?? [])];
  const ocrConfidences: PageConfidence[] = [];
  let pagesWithText = 0;
  let problem: string | undefined;
  for (let frame = 0; frame < image.frames; frame++) {
    const number = frame + 1;
    // Only a TIFF has pages. Other formats have a single picture.
    const page = type === "tiff" ? number : null;
    const reading = await readFrame(image, frame, await recogniser());
    yield { type: "uncounted_time", milliseconds: reading.milliseconds };
    for (const paragraph of reading.paragraphs) {
      const block = cleanBlock({ kind: "paragraph", ...paragraph, page } as const, cleanLine);
      if (block.text === "") continue;
      budget.spendText(block.text.length);
      yield { type: "block", block };
    }
    if (reading.paragraphs.length > 0) {
      pagesWithText++;
      ocrConfidences.push({ page: number, confidence: reading.confidence });
    }
    problem ??= reading.problem;
    const warning = warningOf(reading, number);
    if (warning !== undefined) {
      if (warnings.length < MAX_WARNINGS) warnings.push(warning);
      yield { type: "info", info: { warnings: [...warnings] } };
    }
    yield { type: "progress", done: number, total: image.frames };
  }
  if (pagesWithText === 0) throw noText(problem);
  yield { type: "info", info: { ocrPageCount: pagesWithText, ocrConfidences } };
}

function warningOf({ problem, doubt }: FrameReading, frame: number): string | undefined {
  if (problem !== undefined) return `Frame ${frame} was skipped: ${problem}.`;
  return doubt === undefined ? undefined : `Frame ${frame}: ${doubt}.`;
}

function noText(problem: string | undefined): ParserError {
  if (problem !== undefined) return new ParserError("limit", `no text could be read: ${problem}`);
  return new ParserError(
    "empty",
    "no text was recognised in the image: it shows none, or it is too small, blurred or handwritten",
  );
}

interface FrameReading extends Pick<RecognisedText, "paragraphs" | "confidence" | "milliseconds" | "doubt"> {
  /** Reason why the frame has no text, other than that it shows none. */
  readonly problem?: string;
}

/** Recognises a frame. Only recognition is timed: it has its own limit, decoding doesn't. */
async function readFrame(image: ImageFile, frame: number, recogniser: TextRecogniser): Promise<FrameReading> {
  let milliseconds = 0;
  for await (const picture of image.readFrame(frame)) {
    const startedAt = performance.now();
    try {
      const text = await recogniser.recognise(picture);
      milliseconds += performance.now() - startedAt;
      if (text.paragraphs.length > 0) return { ...text, milliseconds };
    } catch (error) {
      return {
        paragraphs: [],
        confidence: 0,
        milliseconds: milliseconds + performance.now() - startedAt,
        problem: problemOf(error),
      };
    }
  }
  return { paragraphs: [], confidence: 0, milliseconds };
}

const problemOf = (error: unknown): string =>
  error instanceof RecognitionTimeout ? error.message : "its text recognition was interrupted; scale the image down";
