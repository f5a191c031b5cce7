import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ChildServer, Quarry } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";
import { startBare } from "../support/bare-server.ts";
import { Caller, sendAll } from "../support/caller.ts";

/** Enough for the server to read several requests per event loop iteration, as under load. */
const CONNECTIONS = 16;
/** Headers that Node adds to every response. */
const NODE_HEADERS = new Set(["date", "connection", "keep-alive"]);

/** Overhead of the contract, the checks and the store over a plain response. */
export default {
  summary: "GET of one collection against bare node:http answering the same bytes, by CPU time of the server",
  run: async (bench) => {
    const quarry = bench.use(await Quarry.start());
    const body = { name: "handbook", description: "All that we know", metadata: { team: "search" } };
    await quarry.call("POST", "/v1/collections", body);
    const caller = bench.use(new Caller(quarry));
    const request = caller.request("GET", "/v1/collections/handbook");
    const answer = await caller.fetch(request);
    const head = answer.head.filter((_, at, all) => !NODE_HEADERS.has(all[at - (at % 2)]!.toLowerCase()));
    const file = join(bench.directory, "answer.json");
    writeFileSync(file, JSON.stringify({ status: answer.status, head, body: answer.body.toString() }));
    const bare = bench.use(await startBare("answer", file));
    const requests = bench.scaled(4_000, CONNECTIONS);
    bench.note(`${answer.body.length} bytes; rounds of ${requests} requests over ${CONNECTIONS} connections`);
    const side = (server: ChildServer) => {
      const callers = Array.from({ length: CONNECTIONS }, () => bench.use(new Caller(server)));
      const all = Array.from({ length: requests }, () => request);
      return async () => ({ cpu: ((await taken(() => sendAll(callers, all), server)).cpuMs * 1_000) / requests });
    };
    await bench.compare({
      reference: "bare node:http",
      ...{ rounds: 15, warmUp: 4, subject: side(quarry), other: side(bare) },
      figures: { cpu: ["server CPU per request", "µs", { ratio: 2 }] },
    });
  },
} satisfies Case;
