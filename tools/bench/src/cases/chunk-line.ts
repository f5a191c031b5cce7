import { Chunker } from "@quarry/plugin/text";
import { madeUpWords, Random } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";

export default {
  summary: "one line of 50 MB cut into chunks in one thread, CPU time of a MB against that of a line of a tenth",
  run: async (bench) => {
    const random = new Random(19);
    const size = bench.scaled(50 * 1_048_576, 1_048_576);
    // Letters without a space are merged pair by pair, ten times as slow: less of them tells as much.
    const letters = () =>
      Buffer.from(Array.from({ length: size / 5 }, () => random.between(97, 122))).toString("latin1");
    for (const [name, line, ...goals] of [
      ["prose", madeUpWords().passage(Math.ceil(size / 8), random), { value: 0.1 }],
      ["random letters", letters()],
    ] as const) {
      bench.note(`a line of ${(line.length / 1e6).toFixed(1)} MB of ${name}`);
      const secondsPerMb = async (text: string) => ({
        cpu: (await taken(() => cut(text))).cpuMs / 1_000 / (text.length / 1e6),
      });
      const short = line.slice(0, line.length / 10);
      await bench.compare({
        reference: "a tenth of the line",
        ...{ rounds: 3, subject: () => secondsPerMb(line), other: () => secondsPerMb(short) },
        figures: { cpu: [`${name}, CPU`, "s/MB", { ratio: 1.2 }, ...goals] },
      });
    }
  },
} satisfies Case;

/** With the service's defaults. */
const cut = (text: string): void => {
  const chunker = new Chunker({ chunkSize: 512, chunkOverlap: 50 });
  for (const _ of chunker.chunksOf({ kind: "paragraph", text }));
  chunker.finish();
};
