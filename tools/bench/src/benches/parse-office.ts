import { join } from "node:path";
import { writePresentation, writeWordDocument, writeWorkbook } from "../data/office-files.ts";
import { makeVocabulary } from "../data/prose.ts";
import { type Bench, scaled } from "../harness/bench.ts";
import { compared, type Figure, type Goal, measured } from "../harness/figure.ts";
import { parseInProcess, unzipInProcess } from "../load/run-program.ts";

const PARSER = "@quarry/parser-office";
/** Pages of an ordinary letter or report, and slides of an ordinary talk. */
const SMALL = { characters: 20_000, slides: 20, rows: 500 };
const ROUNDS = 20;
const WARM_UP_ROUNDS = 20;
/** As many as the longest real one that was measured (872 pages). */
const LARGE_CHARACTERS = 842_000;
const LARGE_ROWS = 200_000;

/** How fast office files are read: small ones by the file, large ones by CPU time and memory. */
export const parseOffice: Bench = {
  name: "parse-office",
  summary: "docx, pptx and xlsx files, small and large, against only unpacking them",
  run: async (context) => {
    const vocabulary = makeVocabulary();
    const path = (name: string): string => join(context.directory, name);
    await writeWordDocument(path("small.docx"), SMALL.characters, vocabulary);
    await writePresentation(path("small.pptx"), SMALL.slides, vocabulary);
    await writeWorkbook(path("small.xlsx"), SMALL.rows, vocabulary);
    const figures: Figure[] = [];
    for (const name of ["small.docx", "small.pptx", "small.xlsx"])
      figures.push(await smallFigure(path(name), name, context.note));
    await writeWordDocument(path("large.docx"), scaled(context, LARGE_CHARACTERS), vocabulary);
    figures.push(
      ...(await largeFigures(path("large.docx"), "docx of 842,000 characters", { seconds: 2.5, peakMb: 450 })),
    );
    await writeWorkbook(path("large.xlsx"), scaled(context, LARGE_ROWS), vocabulary);
    figures.push(
      ...(await largeFigures(path("large.xlsx"), "xlsx of 200,000 × 10 cells", { seconds: 6, peakMb: 200 })),
    );
    return figures;
  },
};

const smallFigure = async (path: string, name: string, note: (text: string) => void): Promise<Figure> => {
  const { cpuMs } = await parseInProcess({
    parser: PARSER,
    paths: [path],
    rounds: ROUNDS,
    warmUpRounds: WARM_UP_ROUNDS,
  });
  const reference = await unzipInProcess([path], ROUNDS);
  const figure = compared(
    { name: `${name}, CPU per file`, unit: "ms", referenceName: "unpacking alone" },
    { subject: cpuMs, reference },
  );
  note(`${name}: ${(1000 / figure.median).toFixed(0)} files per second of CPU time`);
  return figure;
};

const goal = (atMost: number): Goal => ({ of: "value", atMost });

const largeFigures = async (
  path: string,
  what: string,
  { seconds, peakMb }: { readonly seconds: number; readonly peakMb: number },
): Promise<readonly Figure[]> => {
  const { cpuMs, peakMemoryMb } = await parseInProcess({ parser: PARSER, paths: [path] });
  const [unzipMs] = await unzipInProcess([path], 1);
  return [
    compared(
      { name: `${what}, CPU`, unit: "s", referenceName: "unpacking alone", goal: goal(seconds) },
      { subject: [cpuMs[0]! / 1000], reference: [unzipMs! / 1000] },
    ),
    measured(`${what}, peak memory`, "MB", [peakMemoryMb], goal(peakMb)),
  ];
};
