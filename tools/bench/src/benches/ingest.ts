import { join } from "node:path";
import { analyze, Chunker } from "@quarry/text";
import { makeDocument, makeVocabulary } from "../data/prose.ts";
import { type Bench, scaled } from "../harness/bench.ts";
import { compared, measured } from "../harness/figure.ts";
import { interleave } from "../harness/rounds.ts";
import { ingestDocuments } from "../load/ingest-documents.ts";
import { QuarryClient } from "../load/quarry-client.ts";
import { startQuarry } from "../processes/quarry-server.ts";
import { ownUsage } from "../processes/usage.ts";

const COLLECTION = "library";
const DOCUMENTS_PER_ROUND = 16;
/** About 40 printed pages. */
const CHARACTERS = 100_000;
const ROUNDS = 5;
const WARM_UP_ROUNDS = 1;
/** The service's defaults. */
const CHUNKING = { chunkSize: 512, chunkOverlap: 50 };

/** How fast text gets from upload to ready, and what that costs beyond reading the text. */
export const ingest: Bench = {
  name: "ingest",
  summary: "Markdown from upload to ready, against only chunking the same text and finding its terms, in one thread",
  run: async (context) => {
    const vocabulary = makeVocabulary();
    const count = scaled(context, DOCUMENTS_PER_ROUND, 2);
    context.note(`${ROUNDS} rounds of ${count} documents of about ${CHARACTERS} characters, none twice`);
    await using quarry = await startQuarry(join(context.directory, "data"));
    using client = await QuarryClient.open(quarry);
    await client.call("POST", "/v1/collections", { name: COLLECTION });
    let seed = 0;
    let texts: readonly string[] = [];
    let megabytes = 0;
    const speeds: number[] = [];
    const rounds = await interleave({
      rounds: ROUNDS,
      warmUpRounds: WARM_UP_ROUNDS,
      prepare: () => {
        texts = Array.from({ length: count }, () => makeDocument(vocabulary, CHARACTERS, (seed += 1)));
        megabytes = Buffer.byteLength(texts.join("")) / 1e6;
      },
      subject: async () => {
        const cpuMs = await quarry.process.cpuWhile(async () => {
          const { seconds } = await ingestDocuments(client, COLLECTION, texts);
          speeds.push(megabytes / seconds);
        });
        return cpuMs / 1000 / megabytes;
      },
      reference: async () => chunkAlone(texts) / 1000 / megabytes,
    });
    return [
      measured("text from upload to ready", "MB/s", speeds.slice(WARM_UP_ROUNDS)),
      compared({ name: "server CPU", unit: "s/MB", referenceName: "chunks and their terms alone" }, rounds),
    ];
  },
};

/** CPU milliseconds of cutting the texts into chunks and analysing each: what no ingest can do without. */
const chunkAlone = (texts: readonly string[]): number => {
  const before = ownUsage();
  for (const text of texts) {
    const chunker = new Chunker(CHUNKING);
    const chunks = text.split("\n\n").flatMap((paragraph) => {
      const isHeading = paragraph.startsWith("## ");
      if (isHeading) return chunker.push({ kind: "heading", level: 2, text: paragraph.slice(3) });
      return chunker.push({ kind: "paragraph", text: paragraph });
    });
    for (const chunk of [...chunks, ...chunker.finish()]) analyze(chunk.text);
  }
  return ownUsage().cpuMs - before.cpuMs;
};
