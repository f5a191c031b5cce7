import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { clusteredVectors } from "../data/clustered-vectors.ts";
import { makeDocument, makeVocabulary } from "../data/prose.ts";
import { randomFrom } from "../data/random.ts";
import { SubjectPassages } from "../data/subject-passages.ts";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import { compared, type Figure, measured } from "../harness/figure.ts";
import { median } from "../harness/statistics.ts";
import { ingestDocuments } from "../load/ingest-documents.ts";
import { QuarryClient } from "../load/quarry-client.ts";
import { type QuarryServer, START_NODE_OPTIONS, startQuarry } from "../processes/quarry-server.ts";

const TURN_PROBE = new URL("../processes/turn-probe.ts", import.meta.url).href;
/** Long enough that the probe has written its notes. */
const SETTLE_MS = 300;

const VECTORS = "vectors";
const FILES = "files";
const DIMENSION = 1_024;
const WORDS = 80;
const ROWS_PER_UPSERT = 500;
const UPSERTS = 40;
const DOCUMENTS = 150;
const CHARACTERS = 40_000;
const MODES = ["keyword", "semantic", "hybrid"] as const;
const QUERIES = 120;
const ROUNDS = 3;
const MOST_MS = 10;

/** Whether reads wait for writes: how long the main thread is ever held up, and what queries take meanwhile. */
export const busyTurns: Bench = {
  name: "busy-turns",
  summary:
    "queries while vectors are written in bulk, files are uploaded and fits run, against the same queries at rest",
  run: async (context) => {
    const file = join(context.directory, "turns.txt");
    await using quarry = await startQuarry(join(context.directory, "data"), {
      BENCH_TURNS_FILE: file,
      NODE_OPTIONS: `${START_NODE_OPTIONS} --import=${TURN_PROBE}`,
    });
    const work = makeWork(context, quarry);
    await createCollections(quarry);
    await work.write(0);
    const [rest, written] = [[] as number[], [] as number[]];
    const longest: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      rest.push(median(await work.ask(() => false)));
      const started = Date.now();
      let isWritten = false;
      const asking = work.ask(() => !isWritten);
      await work.write(round).finally(() => (isWritten = true));
      written.push(median(await asking));
      await pause(SETTLE_MS);
      const turns = turnsSince(file, started);
      longest.push(Math.max(0, ...turns));
      const held = turns.filter((milliseconds) => milliseconds > MOST_MS);
      context.note(
        `round ${round}: ${held.length} turns above ${MOST_MS} ms: ${held
          .toSorted((a, b) => b - a)
          .slice(0, 8)
          .join(", ")}`,
      );
    }
    return figuresOf(longest, { subject: written, reference: rest });
  },
};

const figuresOf = (longest: readonly number[], latencies: Parameters<typeof compared>[1]): readonly Figure[] => [
  measured("longest turn of the main thread, CPU", "ms", longest, { of: "value", atMost: MOST_MS }),
  compared({ name: "a query while others write", unit: "ms", referenceName: "at rest" }, latencies),
];

const createCollections = async (quarry: QuarryServer): Promise<void> => {
  using client = await QuarryClient.open(quarry);
  await client.call("POST", "/v1/collections", { name: VECTORS, dimension: DIMENSION });
  await client.call("POST", "/v1/collections", { name: FILES });
};

interface Work {
  /** Upserts and uploads, side by side, until all is ready. */
  readonly write: (round: number) => Promise<void>;
  /** Milliseconds of each query, for as long as told and at least a set of them. */
  readonly ask: (goesOn: () => boolean) => Promise<readonly number[]>;
}

const makeWork = (context: BenchContext, quarry: QuarryServer): Work => {
  const vocabulary = makeVocabulary();
  const passages = new SubjectPassages(vocabulary);
  const random = randomFrom(43);
  const next = clusteredVectors(DIMENSION, 47);
  const upserts = scaled(context, UPSERTS, 2);
  const documents = scaled(context, DOCUMENTS, 10);
  context.note(
    `${upserts} upserts of ${ROWS_PER_UPSERT} records and ${documents} files of ${CHARACTERS} characters a round`,
  );
  // Made once: they come again with other ids.
  const entries = Array.from({ length: ROWS_PER_UPSERT }, (_, row) =>
    JSON.stringify({ embedding: [...next()], text: passages.passage(row, WORDS, random), metadata: { row } }).slice(1),
  );
  const upsert = async (round: number) => {
    for (let batch = 0; batch < upserts; batch += 1) {
      using client = await QuarryClient.open(quarry);
      const body = entries.map((entry, row) => `{"id":"${round}-${batch}-${row}",${entry}`).join(",");
      const path = `/v1/collections/${VECTORS}/vectors/upsert`;
      await client.connection.fetch(client.prepareText("POST", path, `{"vectors":[${body}]}`));
    }
  };
  const upload = async (round: number) => {
    using client = await QuarryClient.open(quarry);
    const texts = Array.from({ length: documents }, (_, file) =>
      makeDocument(vocabulary, CHARACTERS, round * documents + file + 1),
    );
    await ingestDocuments(client, FILES, texts);
  };
  return {
    write: async (round) => void (await Promise.all([upsert(round), upload(round)])),
    ask: async (goesOn) => {
      using client = await QuarryClient.open(quarry);
      const latencies: number[] = [];
      for (let query = 0; query < QUERIES || goesOn(); query += 1) {
        const collection = query % 2 === 0 ? VECTORS : FILES;
        const body = { query: passages.keywords(query, 3, random), search_mode: MODES[query % 3]!, top_k: 10 };
        const started = performance.now();
        await client.call("POST", `/v1/collections/${collection}/query`, body);
        latencies.push(performance.now() - started);
      }
      return latencies;
    },
  };
};

const turnsSince = (file: string, started: number): readonly number[] => {
  if (!existsSync(file)) return [];
  const notes = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return notes.flatMap((note) => {
    const [time, milliseconds] = note.split(" ").map(Number) as [number, number];
    return time >= started ? [milliseconds] : [];
  });
};
