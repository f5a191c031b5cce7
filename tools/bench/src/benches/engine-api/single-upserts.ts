import { join } from "node:path";
import { clusteredVectors } from "../../data/clustered-vectors.ts";
import { randomFrom } from "../../data/random.ts";
import type { BenchContext } from "../../harness/bench.ts";
import { compared, type Figure } from "../../harness/figure.ts";
import { interleave } from "../../harness/rounds.ts";
import { HttpConnection, requestBytes } from "../../load/http-connection.ts";
import { MeasuredProcess } from "../../processes/measured-process.ts";
import type { QuarryServer } from "../../processes/quarry-server.ts";
import { COLLECTION, DIMENSION, type Library } from "./library.ts";

const BARE = new URL("../../processes/bare-upsert-server.ts", import.meta.url);
const CONNECTIONS = [16, 64] as const;
const ROWS = 1_024;
const ROUNDS = 5;
const WARM_UP_ROUNDS = 2;
const WORDS = 80;

/** One record a request, over several connections at once, each answered when its record is on the disk. */
export const measureSingleUpserts = async (
  context: BenchContext,
  library: Library,
  quarry: QuarryServer,
): Promise<readonly Figure[]> => {
  await using bare = await MeasuredProcess.start(BARE, [join(context.directory, "bare-upserts")]);
  const makeRequests = requestMaker(library, quarry.authorization);
  const figures: Figure[] = [];
  for (const connections of CONNECTIONS) {
    const cpu = { subject: [] as number[], reference: [] as number[] };
    let requests: readonly Buffer[] = [];
    const side = (server: MeasuredProcess, cpuOf: number[]) => async () => {
      let milliseconds = 0;
      const used = await server.cpuWhile(async () => {
        milliseconds = await sendAll(server.port, requests, connections);
      });
      cpuOf.push(used / ROWS);
      return milliseconds / ROWS;
    };
    const time = await interleave({
      rounds: ROUNDS,
      warmUpRounds: WARM_UP_ROUNDS,
      prepare: () => {
        requests = makeRequests();
      },
      subject: side(quarry.process, cpu.subject),
      reference: side(bare, cpu.reference),
    });
    const name = `single upserts over ${connections} connections`;
    const referenceName = "bare node:http that parses, appends and syncs in groups";
    figures.push(
      compared({ name: `${name}, time per row`, unit: "ms", referenceName }, time),
      compared(
        { name: `${name}, CPU per row`, unit: "ms", referenceName },
        { subject: cpu.subject.slice(WARM_UP_ROUNDS), reference: cpu.reference.slice(WARM_UP_ROUNDS) },
      ),
    );
    const rowsPerSecond = figures.at(-2)!.median;
    context.note(`${name}: ${Math.round(1_000 / rowsPerSecond)} rows/s, durable`);
  }
  return figures;
};

/** New ids each time; the vectors come again, for making them would take longer than writing them. */
const requestMaker = ({ passages }: Library, authorization: string): (() => readonly Buffer[]) => {
  const random = randomFrom(43);
  const next = clusteredVectors(DIMENSION, 47);
  const headers = { authorization, "content-type": "application/json" };
  const entries = Array.from({ length: ROWS }, (_, row) => ({
    embedding: [...next()],
    text: passages.passage(row, WORDS, random),
    metadata: { row, source: "bench" },
  }));
  let round = 0;
  return () => {
    round += 1;
    return entries.map((entry, row) => {
      const body = JSON.stringify({ vectors: [{ id: `single-${round}-${row}`, ...entry }] });
      return requestBytes("POST", `/v1/collections/${COLLECTION}/vectors/upsert`, headers, body);
    });
  };
};

const sendAll = async (port: number, requests: readonly Buffer[], connections: number): Promise<number> => {
  const open = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(port)));
  let next = 0;
  const started = performance.now();
  await Promise.all(
    open.map(async (connection) => {
      while (next < requests.length) await connection.fetch(requests[next++]!);
    }),
  );
  const milliseconds = performance.now() - started;
  for (const connection of open) connection[Symbol.dispose]();
  return milliseconds;
};
