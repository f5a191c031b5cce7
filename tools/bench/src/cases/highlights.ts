import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Quarry } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";
import { Caller, sendAll } from "../support/caller.ts";
import { MODES } from "../support/library.ts";

const DOCS = fileURLToPath(new URL("../../../../docs/", import.meta.url));
/** Characters of a chunk with some 400 tokens, and of a client's long entry. */
const CHUNK = 1_600;
const LONG = 100_000;
const AT_ONCE = 100;

/**
 * Uses natural English with realistic word similarities: the project's own guides and decisions, with their headings as
 * queries.
 */
export default {
  summary: "ten results with what matched in them, against the same without",
  run: async (bench) => {
    const quarry = bench.use(await Quarry.start());
    await quarry.call("POST", "/v1/collections", { name: "own" });
    const files = globSync("{guides,decisions}/*.md", { cwd: DOCS }).toSorted();
    const docs = files.map((file) => readFileSync(DOCS + file, "utf8")).join("\n");
    const write = async (is: string, length: number, most: number) => {
      const starts = Array.from({ length: Math.min(most, Math.floor(docs.length / length)) }, (_, row) => row * length);
      const vectors = starts.map((start) => ({
        ...{ id: `${is}-${start}`, embed: true, text: docs.slice(start, start + length), metadata: { is } },
      }));
      for (let at = 0; at < vectors.length; at += AT_ONCE) {
        await quarry.call("POST", "/v1/collections/own/vectors/upsert", { vectors: vectors.slice(at, at + AT_ONCE) });
      }
    };
    await write("chunk", CHUNK, bench.scaled(1_000, 20));
    await write("long", LONG, 10);
    const headings = [...docs.matchAll(/^#+ (?:\d+: )?(.+ .+)$/gm)].map(([, heading]) => heading);
    const questions = headings.slice(0, bench.scaled(100, 10));
    const caller = bench.use(new Caller(quarry));
    for (const is of ["chunk", "long"]) {
      for (const search_mode of MODES) {
        const side = (highlight: boolean) => {
          const requests = questions.map((query) =>
            caller.request("POST", "/v1/collections/own/query", {
              ...{ query, search_mode, highlight, top_k: 10, filters: { is } },
            }),
          );
          return async () => {
            const { ms, cpuMs } = await taken(() => sendAll([caller], requests), quarry);
            return { ms: ms / questions.length, cpu: cpuMs / questions.length };
          };
        };
        const goals = is === "chunk" ? [{ difference: 1 }] : [];
        await bench.compare({
          reference: "without",
          ...{ rounds: 9, warmUp: 4, subject: side(true), other: side(false) },
          figures: {
            ms: [`${search_mode}, ${is}, time of a query`, "ms", ...goals],
            cpu: [`${search_mode}, ${is}, CPU of a query`, "ms"],
          },
        });
      }
    }
  },
} satisfies Case;
