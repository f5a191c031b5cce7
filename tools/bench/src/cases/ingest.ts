import { analyze, Chunker } from "@quarry/text";
import { madeUpWords, Quarry } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";
import { Caller } from "../support/caller.ts";

/** About 40 printed pages. */
const CHARACTERS = 100_000;

export default {
  summary: "Markdown from upload to ready, against only chunking the same text and finding its terms, in one thread",
  run: async (bench) => {
    const quarry = bench.use(await Quarry.start());
    const caller = bench.use(new Caller(quarry));
    await quarry.call("POST", "/v1/collections", { name: "library" });
    const count = bench.scaled(16, 2);
    bench.note(`rounds of ${count} documents of about ${CHARACTERS} characters, none twice`);
    let seed = 0;
    let texts: readonly string[] = [];
    let megabytes = 0;
    await bench.compare({
      reference: "chunks and their terms alone",
      rounds: 5,
      prepare: () => {
        texts = Array.from({ length: count }, () => madeUpWords().document(CHARACTERS, (seed += 1)));
        megabytes = Buffer.byteLength(texts.join("")) / 1e6;
      },
      subject: async () => {
        const { ms, cpuMs } = await taken(() => caller.ingest("library", texts), quarry);
        return { speed: megabytes / (ms / 1_000), cpu: cpuMs / 1_000 / megabytes };
      },
      other: async () => ({ cpu: (await taken(() => texts.forEach(chunkAlone))).cpuMs / 1_000 / megabytes }),
      figures: { speed: ["text from upload to ready", "MB/s"], cpu: ["server CPU", "s/MB"] },
    });
  },
} satisfies Case;

/** Chunks a text with the service's defaults, as the minimum work of any ingest. */
const chunkAlone = (text: string): void => {
  const chunker = new Chunker({ chunkSize: 512, chunkOverlap: 50 });
  const chunks = text.split("\n\n").flatMap((paragraph) => {
    if (paragraph.startsWith("## ")) return chunker.push({ kind: "heading", level: 2, text: paragraph.slice(3) });
    return chunker.push({ kind: "paragraph", text: paragraph });
  });
  for (const chunk of [...chunks, ...chunker.finish()]) analyze(chunk.text);
};
