import { madeUpWords, Quarry, Random } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";
import { Caller, sendAll } from "../support/caller.ts";
import { MODES } from "../support/library.ts";

const PATH = "/v1/collections/own/query";
/** About what a chunk of 512 tokens has. */
const WORDS = 250;
/** Of a client's entry. */
const LONG = 15_000;
const AT_ONCE = 100;

export default {
  summary: "ten results with what matched in them, against the same without, by CPU time of the server",
  run: async (bench) => {
    const quarry = bench.use(await Quarry.start());
    await quarry.call("POST", "/v1/collections", { name: "own" });
    const caller = bench.use(new Caller(quarry));
    const random = new Random(53);
    const write = async (count: number, words: number, metadata: object) => {
      const vectors = Array.from({ length: count }, (_, row) => {
        return { id: `${words}-${row}`, embed: true, text: madeUpWords().about(row, words, random), metadata };
      });
      for (let at = 0; at < count; at += AT_ONCE) {
        await quarry.call("POST", "/v1/collections/own/vectors/upsert", { vectors: vectors.slice(at, at + AT_ONCE) });
      }
    };
    await write(bench.scaled(1_000, 100), WORDS, { is: "chunk" });
    await write(20, LONG, { is: "long" });
    const count = bench.scaled(100, 10);
    const questions = Array.from({ length: count }, (_, index) =>
      madeUpWords().keywords(index, 2 + (index % 4), random),
    );
    for (const is of ["chunk", "long"]) {
      for (const search_mode of MODES) {
        const side = (highlight: boolean) => {
          const requests = questions.map((query) =>
            caller.request("POST", PATH, { query, search_mode, highlight, top_k: 10, filters: { is } }),
          );
          return async () => {
            const { ms, cpuMs } = await taken(() => sendAll([caller], requests), quarry);
            return { ms: ms / count, cpu: cpuMs / count };
          };
        };
        const goals = is === "chunk" ? [{ difference: 1 }] : [];
        await bench.compare({
          reference: "without",
          ...{ rounds: 9, warmUp: 3, subject: side(true), other: side(false) },
          figures: {
            ms: [`${search_mode}, ${is}, time of a query`, "ms", ...goals],
            cpu: [`${search_mode}, ${is}, CPU of a query`, "ms", ...goals],
          },
        });
      }
    }
  },
} satisfies Case;
