import { statSync } from "node:fs";
import { join } from "node:path";
import { makeVocabulary } from "../data/prose.ts";
import { type TextFormat, writeTextFile } from "../data/text-files.ts";
import { type Bench, scaled } from "../harness/bench.ts";
import { compared, type Figure, measured } from "../harness/figure.ts";
import { interleave } from "../harness/rounds.ts";
import { decodeInProcess, parseInProcess } from "../load/run-program.ts";

interface Case {
  readonly format: TextFormat;
  readonly parser: string;
  readonly megabytes: number;
  /** Megabytes of text per second of CPU time, at least. */
  readonly speed?: number;
  readonly maxPeakMb?: number;
}

/** What parsers of this machine class reach (measured with other libraries); json and md have no bound on memory. */
const CASES: readonly Case[] = [
  { format: "txt", parser: "@quarry/parser-text", megabytes: 100, speed: 150, maxPeakMb: 120 },
  { format: "csv", parser: "@quarry/parser-text", megabytes: 100, speed: 40, maxPeakMb: 150 },
  { format: "xml", parser: "@quarry/parser-text", megabytes: 100, speed: 40, maxPeakMb: 150 },
  { format: "json", parser: "@quarry/parser-text", megabytes: 100 },
  { format: "html", parser: "@quarry/parser-html", megabytes: 50, speed: 12, maxPeakMb: 200 },
  { format: "md", parser: "@quarry/parser-text", megabytes: 20, speed: 2 },
];

const ROUNDS = 3;

/** How fast text formats are read, and that memory stays flat. */
export const parseText: Bench = {
  name: "parse-text",
  summary: "large txt, csv, xml, json, html and md files through their parsers, against only decoding the same bytes",
  run: async (context) => {
    const vocabulary = makeVocabulary();
    const figures: Figure[] = [];
    for (const { format, parser, megabytes, speed, maxPeakMb } of CASES) {
      const path = join(context.directory, `large.${format}`);
      await writeTextFile(path, format, scaled(context, megabytes) * 1e6, vocabulary);
      const size = statSync(path).size / 1e6;
      const peaks: number[] = [];
      const rounds = await interleave({
        rounds: ROUNDS,
        warmUpRounds: 0,
        subject: async () => {
          const { cpuMs, peakMemoryMb } = await parseInProcess({ parser, paths: [path] });
          peaks.push(peakMemoryMb);
          return cpuMs[0]! / size;
        },
        reference: async () => (await decodeInProcess(path)) / size,
      });
      const cpu = compared(
        {
          name: `${format} of ${megabytes} MB, CPU`,
          unit: "ms/MB",
          referenceName: "decoding alone",
          ...(speed !== undefined && { goal: { of: "value", atMost: 1000 / speed } }),
        },
        rounds,
      );
      context.note(`${format}: ${(1000 / cpu.median).toFixed(1)} MB of file per second of CPU time`);
      figures.push(
        cpu,
        measured(
          `${format} of ${megabytes} MB, peak memory`,
          "MB",
          peaks,
          maxPeakMb === undefined ? undefined : { of: "value", atMost: maxPeakMb },
        ),
      );
    }
    return figures;
  },
};
