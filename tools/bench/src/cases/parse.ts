import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Case } from "../harness/bench.ts";
import type { Goal } from "../harness/figure.ts";
import { apart } from "../support/apart.ts";
import { writeDocx, writePdf, writePptx, writeXlsx } from "../support/office-files.ts";
import type { Order, Read } from "../support/readers.ts";
import { writeTextFile } from "../support/text-files.ts";

const READERS = new URL("../support/readers.ts", import.meta.url).href;

/** File with its size in the unit of its CPU time, and the reference that it is compared with. */
interface File {
  readonly name: string;
  readonly parser: "text" | "html" | "office" | "pdf";
  readonly size: number;
  readonly unit: "MB" | "file" | "page";
  readonly write: (path: string, size: number) => unknown;
  /** Number of reads of a small file. The first half warms up the parser's code. */
  readonly times?: number;
  readonly cpu?: Goal;
  readonly peakMb?: number;
}

const text = (format: Parameters<typeof writeTextFile>[1], size: number, megabytesPerSecond = 0, peakMb = 0): File => ({
  ...{ name: `large.${format}`, parser: format === "html" ? "html" : "text", size, unit: "MB" },
  write: (path, megabytes) => writeTextFile(path, format, megabytes * 1e6),
  ...(megabytesPerSecond > 0 && { cpu: { value: 1_000 / megabytesPerSecond } }),
  ...(peakMb > 0 && { peakMb }),
});

const office = (name: string, write: (path: string) => void, more: Partial<File> = {}): File => {
  return { name, parser: "office", size: 1, unit: "file", write, ...more };
};

export default {
  summary:
    "large and small files through their parsers, each in a process of its own, against decoding, unpacking or pdftotext alone",
  run: async (bench) => {
    const characters = bench.scaled(842_000);
    const rows = bench.scaled(200_000);
    const hasPdftotext = (await pdftotext({ path: "", parser: "", times: 1 })) !== undefined;
    if (!hasPdftotext) bench.note("pdftotext (poppler-utils) is not installed: PDFs are not held against it");
    const files: readonly File[] = [
      ...[text("txt", 100, 150, 120), text("csv", 100, 40, 150), text("xml", 100, 40, 150), text("json", 100)],
      ...[text("html", 50, 12, 200), text("md", 20, 2)],
      office("small.docx", (path) => writeDocx(path, 20_000), { times: 40 }),
      office("small.pptx", (path) => writePptx(path, 20), { times: 40 }),
      office("small.xlsx", (path) => writeXlsx(path, 500), { times: 40 }),
      // Same length as the longest real document that was measured (872 pages).
      office("large.docx", (path) => writeDocx(path, characters), { cpu: { value: 2_500 }, peakMb: 450 }),
      office("large.xlsx", (path) => writeXlsx(path, rows), { cpu: { value: 6_000 }, peakMb: 200 }),
      // With font sizes and layout, which pdftotext ignores.
      ...[{ name: "large.pdf", parser: "pdf", size: 2_000, unit: "page", write: writePdf } as const].map((file) => ({
        ...file,
        ...(hasPdftotext && { cpu: { ratio: 2 } }),
        peakMb: 250,
      })),
    ];
    for (const file of files) {
      const { name, parser, unit, times = 1, cpu, peakMb } = file;
      const path = join(bench.directory, name);
      const size = unit === "file" ? 1 : bench.scaled(file.size);
      await file.write(path, size);
      const units = unit === "MB" ? statSync(path).size / 1e6 : size;
      const order: Order = { path, parser: `@quarry/parser-${parser}`, times: bench.isSmoke ? 1 : times };
      const [reference, other] = REFERENCES[parser];
      await bench.compare({
        reference,
        ...{ rounds: times > 1 ? 1 : 3, warmUp: 0 },
        subject: async () => {
          const { result, peakMemoryMb } = await apart<Read>(READERS, "parse", order);
          if (unit === "page" && result.pages !== size) throw new Error(`${result.pages} pages were read of ${size}`);
          return { cpu: result.cpuMs / units, peak: peakMemoryMb };
        },
        other: async () => {
          const cpuMs = await other(order);
          return cpuMs === undefined ? {} : { cpu: cpuMs / units };
        },
        figures: {
          cpu: [`${name}, CPU of a ${unit}`, "ms", ...(cpu === undefined ? [] : [cpu])],
          peak: [`${name}, peak memory`, "MB", ...(peakMb === undefined ? [] : [{ value: peakMb }])],
        },
      });
    }
  },
} satisfies Case;

const inProcess = (name: string) => async (order: Order) => (await apart<number>(READERS, name, order)).result;

/** Returns the CPU milliseconds of `pdftotext` in its normal use; undefined if it is missing. */
const pdftotext = async ({ path }: Order): Promise<number | undefined> => {
  // The shell's "times" includes the children that it waited for, in milliseconds; Node doesn't provide the CPU time of
  // children.
  const script = 'pdftotext "$1" - >/dev/null 2>&1; [ $? -eq 127 ] && exit 127; times';
  try {
    const { stdout } = await promisify(execFile)("sh", ["-c", script, "sh", path]);
    const spent = [
      ...stdout
        .trim()
        .split("\n")
        .at(-1)!
        .matchAll(/(\d+)m([\d.]+)s/g),
    ];
    return spent.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000, 0);
  } catch (error) {
    if ((error as { readonly code?: number }).code === 127) return undefined;
    throw error;
  }
};

const REFERENCES = {
  text: ["decoding alone", inProcess("decode")],
  html: ["decoding alone", inProcess("decode")],
  office: ["unpacking alone", inProcess("unpack")],
  pdf: ["pdftotext", pdftotext],
} as const;
