import { join } from "node:path";
import { writePdf } from "../data/pdf-file.ts";
import { makeVocabulary } from "../data/prose.ts";
import { type Bench, scaled } from "../harness/bench.ts";
import { compared, type Figure, measured } from "../harness/figure.ts";
import { interleave } from "../harness/rounds.ts";
import { parseInProcess, pdftotextCpuMs } from "../load/run-program.ts";

const PARSER = "@quarry/parser-pdf";
const PAGES = 2_000;
const ROUNDS = 3;
/** With font sizes and layout, which pdftotext does not look at. */
const MAX_RATIO = 2;
const MAX_PEAK_MB = 250;

/** How fast the text of a PDF is read. */
export const parsePdf: Bench = {
  name: "parse-pdf",
  summary: "a PDF of 2,000 pages of text, by CPU time, against pdftotext on the same file",
  run: async (context) => {
    const path = join(context.directory, "pages.pdf");
    const pages = scaled(context, PAGES, 10);
    await writePdf(path, pages, makeVocabulary());
    const peaks: number[] = [];
    const subject = async (): Promise<number> => {
      const usage = await parseInProcess({ parser: PARSER, paths: [path] });
      if (usage.pages !== pages) throw new Error(`${usage.pages} pages were read of ${pages}`);
      peaks.push(usage.peakMemoryMb);
      return usage.cpuMs[0]! / pages;
    };
    const cpu = await cpuFigure(subject, path, pages, context.note);
    context.note(`${(1000 / cpu.median).toFixed(0)} pages per second of CPU time`);
    return [cpu, measured("peak memory", "MB", peaks, { of: "value", atMost: MAX_PEAK_MB })];
  },
};

const cpuFigure = async (
  subject: () => Promise<number>,
  path: string,
  pages: number,
  note: (text: string) => void,
): Promise<Figure> => {
  const name = "CPU per page";
  if ((await pdftotextCpuMs([path])) === undefined) {
    note("pdftotext is not installed (poppler-utils): there is nothing to compare with, and the goal is not judged");
    return measured(name, "ms", [await subject()]);
  }
  const rounds = await interleave({
    rounds: ROUNDS,
    warmUpRounds: 0,
    subject,
    reference: async () => (await pdftotextCpuMs([path]))! / pages,
  });
  return compared({ name, unit: "ms", referenceName: "pdftotext", goal: { of: "ratio", atMost: MAX_RATIO } }, rounds);
};
