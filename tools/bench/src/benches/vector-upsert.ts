import { join } from "node:path";
import { randomFrom } from "../data/random.ts";
import { type Bench, scaled } from "../harness/bench.ts";
import { compared, measured } from "../harness/figure.ts";
import { interleave } from "../harness/rounds.ts";
import { requestBytes } from "../load/http-connection.ts";
import { QuarryClient } from "../load/quarry-client.ts";
import { startWatchedQuarry } from "../processes/watched-server.ts";

const COLLECTION = "own_vectors";
const VECTORS = 1_000;
const DIMENSION = 1_536;
const ROUNDS = 9;
const WARM_UP_ROUNDS = 3;
const MAX_RATIO = 3;
const MAX_BLOCKED_MS = 20;

/** A large body of numbers, from its bytes to the disk. */
export const vectorUpsert: Bench = {
  name: "vector-upsert",
  summary: "POST …/vectors/upsert until it is durable against JSON.parse of the same body",
  run: async (context) => {
    await using quarry = await startWatchedQuarry(context.directory, join(context.directory, "data"));
    using client = await QuarryClient.open(quarry);
    await client.call("POST", "/v1/collections", { name: COLLECTION, dimension: DIMENSION });
    const random = randomFrom(5);
    const vectors = scaled(context, VECTORS, 10);
    let round = 0;
    let body = "";
    const prepare = () => {
      body = makeBody(random, vectors, (round += 1));
    };
    prepare();
    context.note(`${vectors} vectors of ${DIMENSION} numbers, ${(body.length / 1e6).toFixed(1)} MB of JSON, new ids`);
    const cpu: number[] = [];
    const loop: number[] = [];
    const health: number[] = [];
    const rounds = await interleave({
      rounds: ROUNDS,
      warmUpRounds: WARM_UP_ROUNDS,
      prepare,
      subject: async () => {
        const request = requestOf(quarry.authorization, body);
        let milliseconds = 0;
        const disturbance = await quarry.disturbanceOf(async () => {
          cpu.push(
            await quarry.process.cpuWhile(async () => {
              const started = performance.now();
              await client.connection.fetch(request);
              milliseconds = performance.now() - started;
            }),
          );
        });
        loop.push(disturbance.loopMs);
        health.push(disturbance.healthMs);
        return milliseconds;
      },
      reference: async () => {
        const started = performance.now();
        JSON.parse(body);
        return performance.now() - started;
      },
    });
    const goal = { of: "ratio", atMost: MAX_RATIO } as const;
    const blocked = { of: "value", atMost: MAX_BLOCKED_MS } as const;
    return [
      compared({ name: "time", unit: "ms", referenceName: "JSON.parse", goal }, rounds),
      compared(
        { name: "server CPU", unit: "ms", referenceName: "JSON.parse" },
        { subject: cpu.slice(WARM_UP_ROUNDS), reference: rounds.reference },
      ),
      measured("longest block of the event loop in a round", "ms", loop.slice(WARM_UP_ROUNDS), blocked),
      measured("slowest GET /health in a round", "ms", health.slice(WARM_UP_ROUNDS)),
    ];
  },
};

const requestOf = (authorization: string, body: string): Buffer =>
  requestBytes(
    "POST",
    `/v1/collections/${COLLECTION}/vectors/upsert`,
    { authorization, "content-type": "application/json" },
    body,
  );

/** As a client writes float32 vectors of length 1: the shortest decimals that give the same doubles. */
const makeBody = (random: () => number, count: number, round: number): string => {
  const entries = Array.from({ length: count }, (_, index) => {
    const numbers = Array.from({ length: DIMENSION }, () => random() + random() + random() - 1.5);
    const length = Math.hypot(...numbers);
    const embedding = numbers.map((number) => Math.fround(number / length));
    const text = `Entry ${index} of round ${round}, with a few words of text that stand for it.`;
    return { id: `r${round}-${index}`, embedding, text, metadata: { round, index, source: "bench" } };
  });
  return JSON.stringify({ vectors: entries });
};
