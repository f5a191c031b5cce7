import { madeUpWords, Quarry, Random } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";
import { Caller } from "../support/caller.ts";

const DIMENSION = 1_536;

export default {
  summary: "1,000 vectors of 1,536 numbers in one request until they are durable, against JSON.parse of the same body",
  run: async (bench) => {
    const quarry = bench.use(await Quarry.start());
    const caller = bench.use(new Caller(quarry));
    await quarry.call("POST", "/v1/collections", { name: "own", dimension: DIMENSION });
    const count = bench.scaled(1_000, 10);
    const random = new Random(5);
    let body = "";
    let round = 0;
    await bench.compare({
      reference: "JSON.parse",
      ...{ rounds: 9, warmUp: 3 },
      prepare: () => {
        round += 1;
        body = JSON.stringify({
          vectors: Array.from({ length: count }, (_, index) => {
            const numbers = Array.from({ length: DIMENSION }, () => random.normal());
            const length = Math.hypot(...numbers);
            return {
              id: `${round}-${index}`,
              // Float32 numbers as a client writes them: the shortest decimals that parse to the same doubles.
              embedding: numbers.map((number) => Math.fround(number / length)),
              text: madeUpWords().passage(15, random),
              metadata: { round, index, source: "bench" },
            };
          }),
        });
      },
      subject: async () => {
        const request = caller.request("POST", "/v1/collections/own/vectors/upsert", body);
        const { ms, cpuMs } = await taken(() => caller.fetch(request), quarry);
        return { ms, cpu: cpuMs, rate: 1_000 * (count / ms) };
      },
      other: async () => {
        const { ms } = await taken(() => JSON.parse(body));
        return { ms, cpu: ms };
      },
      figures: {
        ms: ["time", "ms", { ratio: 3 }],
        cpu: ["server CPU", "ms"],
        rate: ["durable", "rows/s"],
      },
    });
    bench.note(`${count} vectors, ${(body.length / 1e6).toFixed(1)} MB of JSON, new ids each time`);
  },
} satisfies Case;
