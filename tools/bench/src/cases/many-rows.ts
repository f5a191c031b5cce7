import type { Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";
import { Caller } from "../support/caller.ts";
import { MANY, startManyRows } from "../support/many-rows.ts";

const PAGE = 1_000;

interface Listing {
  readonly documents: readonly unknown[];
}

export default {
  summary:
    "start, lists, counts and a removal in a database with as many documents, jobs and collections as --rows says",
  run: async (bench) => {
    const rows = bench.rows(100_000, 2_000);
    await (await startManyRows(bench, rows)).stop();
    const started = performance.now();
    const quarry = bench.use(await startManyRows(bench, rows));
    bench.figure("from the start of the process to ready", "ms", [performance.now() - started]);
    bench.figure("memory then", "MB", [(await quarry.usage()).memoryMb]);
    const caller = bench.use(new Caller(quarry));
    const path = `/v1/collections/${MANY}/documents?limit=${PAGE}&offset=`;
    const page = (offset: number) => caller.call<Listing>("GET", `${path}${offset}`);
    const pages = Math.ceil(rows / PAGE);
    await bench.compare({
      reference: "the first page again and again",
      rounds: 3,
      subject: async () => {
        let seen = 0;
        const { ms, cpuMs } = await taken(async () => {
          for (let offset = 0; offset < rows; offset += PAGE) seen += (await page(offset)).documents.length;
        }, quarry);
        if (seen !== rows) throw new Error(`${seen} documents were listed of ${rows}`);
        return { ms: ms / pages, cpu: cpuMs / pages };
      },
      other: async () => {
        const { ms, cpuMs } = await taken(async () => {
          for (let offset = 0; offset < rows; offset += PAGE) await page(0);
        }, quarry);
        return { ms: ms / pages, cpu: cpuMs / pages };
      },
      figures: { ms: ["a page of a walk to the end", "ms"], cpu: ["server CPU of it", "ms", { ratio: 1.5 }] },
    });
    const requested = async (name: string, path: string) => {
      const samples: number[] = [];
      for (let count = 0; count < 10; count += 1) {
        samples.push((await taken(() => caller.call("GET", path), quarry)).cpuMs);
      }
      bench.figure(`server CPU of ${name}`, "ms", samples);
    };
    await requested("the statistics", "/v1/stats");
    await requested("a first page of collections", "/v1/collections?limit=100");
    await requested("a first page of waiting jobs", "/v1/admin/jobs?state=waiting&limit=100");
    const waits: number[] = [];
    using beside = new Caller(quarry);
    const removal = taken(() => caller.fetch(caller.request("DELETE", `/v1/collections/${MANY}`)), quarry);
    const until = performance.now() + 2_000;
    while (performance.now() < until) {
      const { ms } = await taken(() => beside.call("PUT", "/v1/collections/other-1", { description: "beside" }));
      waits.push(ms);
    }
    bench.figure("removal of the collection", "ms", [(await removal).ms]);
    bench.figure("the slowest write in the two seconds from its beginning on", "ms", [Math.max(...waits)]);
    bench.figure("memory at the end", "MB", [(await quarry.usage()).memoryMb]);
  },
} satisfies Case;
