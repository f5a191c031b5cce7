import { join } from "node:path";
import type { Case } from "../harness/bench.ts";
import { apart } from "../support/apart.ts";
import { writeDocx, writePdf, writePptx, writeXlsx } from "../support/office-files.ts";
import type { PoolOrder, PoolRead } from "../support/pool-reader.ts";
import { writeTextFile } from "../support/text-files.ts";

const READER = new URL("../support/pool-reader.ts", import.meta.url).href;

interface File {
  readonly name: string;
  readonly parser: "text" | "html" | "office" | "pdf";
  /** Size at full scale. The warm-up file, which is read first, has a fiftieth of it. */
  readonly size: number;
  readonly write: (path: string, size: number) => unknown;
  readonly times?: number;
}

const text = (format: Parameters<typeof writeTextFile>[1], megabytes: number): File => ({
  ...{ name: `file.${format}`, parser: format === "html" ? "html" : "text", size: megabytes * 1e6 },
  write: (path, size) => writeTextFile(path, format, size),
});

const FILES: readonly File[] = [
  ...[text("txt", 20), text("csv", 20), text("xml", 20), text("json", 20), text("html", 20), text("md", 10)],
  { name: "file.docx", parser: "office", size: 842_000, write: writeDocx, times: 6 },
  { name: "file.pptx", parser: "office", size: 500, write: writePptx, times: 2 },
  { name: "file.xlsx", parser: "office", size: 40_000, write: writeXlsx },
  { name: "file.pdf", parser: "pdf", size: 400, write: writePdf },
];
/** Goal: chunking and counting cost half as much as parsing. */
const RATIO = 1.5;
const WARM_UP_SHARE = 0.02;

export default {
  summary:
    "files through the parse pool, cut and counted, against their parsers alone, by CPU time of all processes; and its first file",
  run: async (bench) => {
    const first: number[] = [];
    for (const { name, parser, size, write, times = 1 } of FILES) {
      const [path, warmUp] = [join(bench.directory, name), join(bench.directory, `first-${name}`)];
      await write(path, bench.scaled(size, 20));
      await write(warmUp, bench.scaled(size * WARM_UP_SHARE, 20));
      const order: PoolOrder = { path, warmUp, parser: `@quarry/parser-${parser}`, times };
      const side = (reader: string) => async () => {
        const { result } = await apart<PoolRead>(READER, reader, order);
        if (result.pieces === 0) throw new Error(`nothing was read of ${name}`);
        if (reader === "throughPool") first.push(result.firstMs);
        return { cpu: result.cpuMs, peak: result.peakMb };
      };
      await bench.compare({
        ...{ reference: "parser alone", rounds: 3, warmUp: 0, subject: side("throughPool"), other: side("alone") },
        figures: { cpu: [`${name}, CPU`, "ms", { ratio: RATIO }], peak: [`${name}, peak memory`, "MB"] },
      });
    }
    bench.figure("the first file of a pool, a small one", "ms", first, { value: 1_000 });
  },
} satisfies Case;
