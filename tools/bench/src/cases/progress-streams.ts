import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ChildServer, Quarry } from "@quarry/services/kit";
import type { Bench, Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";
import { startBare } from "../support/bare-server.ts";
import { Caller } from "../support/caller.ts";
import { type EventStream, openStream } from "../support/event-stream.ts";

const HOLD_PARSER = fileURLToPath(new URL("../support/hold-parser.ts", import.meta.url));
/** Connections opened at a time: the listen queue can't be relied on to hold more. */
const OPENED_AT_ONCE = 50;
const FEW = 2;
const DOCUMENTS = "/v1/collections/watched/documents";

/** A server with open streams. */
interface Side {
  readonly server: ChildServer;
  readonly open: (count: number) => Promise<readonly EventStream[]>;
  /** Lets the watched operations end. Returns the time of the last step, in epoch milliseconds. */
  readonly finish: () => Promise<number>;
}

export default {
  summary: "1,000 open progress streams, on two documents and on their own, against a bare node:http server of events",
  run: async (bench) => {
    const count = bench.scaled(1_000, 20);
    const other = bareSide(bench.use(await startBare("events")));
    for (const documents of [FEW, count]) {
      const subject = await heldSide(bench, documents);
      const where = `${count} streams on ${documents} documents`;
      await bench.compare({
        reference: "bare node:http",
        ...{
          rounds: 1,
          warmUp: 0,
          subject: () => costOf(bench, subject, count),
          other: () => costOf(bench, other, count),
        },
        figures: { memory: [`${where}, memory of a stream`, "kB"], cpu: [`${where}, CPU when nothing happens`, "%"] },
      });
      await bench.compare({
        reference: "bare node:http",
        ...{ rounds: 3, subject: () => lastStep(subject, count), other: () => lastStep(other, count) },
        figures: { ms: [`${where}, from the last step to its arrival at all`, "ms"] },
      });
      const streams = await subject.open(count);
      const started = performance.now();
      const stopped = subject.server.stop();
      const ends = await Promise.all(streams.map(({ ended }) => ended));
      bench.figure(`${where}, from the signal to stop to the end of the last`, "ms", [performance.now() - started]);
      await stopped;
      const cutOff = ends.filter(({ isClean }) => !isClean).length;
      if (cutOff > 0) throw new Error(`${cutOff} streams were cut off by the stop`);
    }
  },
} satisfies Case;

const openAll = async (port: number, requests: readonly Buffer[]): Promise<readonly EventStream[]> => {
  const streams: EventStream[] = [];
  for (let start = 0; start < requests.length; start += OPENED_AT_ONCE) {
    const opened = requests.slice(start, start + OPENED_AT_ONCE).map((request) => openStream(port, request));
    await Promise.all(opened.map(({ standing }) => standing));
    streams.push(...opened);
  }
  return streams;
};

const bareSide = (server: ChildServer): Side => ({
  server,
  open: (count) =>
    openAll(
      server.port,
      Array.from({ length: count }, () => new Caller(server).request("GET", "/")),
    ),
  finish: async () => {
    const at = performance.timeOrigin + performance.now();
    await fetch(server.address, { method: "POST" });
    return at;
  },
});

/** Starts the service with a parser that blocks text files until the release file exists. */
const heldSide = async (bench: Bench, documents: number): Promise<Side> => {
  const releaseFile = join(bench.directory, `release-${documents}`);
  const config = { parsers: { txt: { plugin: HOLD_PARSER, settings: { releaseFile } } } };
  const environment = { SERVICE_SHUTDOWN_GRACE_SECONDS: "2" };
  const data = join(bench.directory, `data-${documents}`);
  const quarry = bench.use(await Quarry.start({ data, config, environment }));
  await quarry.call("POST", "/v1/collections", { name: "watched" });
  const caller = bench.use(new Caller(quarry));
  let held: string[] = [];
  return {
    server: quarry,
    open: async (count) => {
      while (held.length < documents) held.push(await caller.upload("watched", `held-${held.length}.txt`, "A text."));
      const paths = Array.from({ length: count }, (_, at) => `${DOCUMENTS}/${held[at % documents]}/progress`);
      return await openAll(
        quarry.port,
        paths.map((path) => caller.request("GET", path)),
      );
    },
    finish: async () => {
      writeFileSync(releaseFile, "");
      const moments: number[] = [];
      for (const id of held) {
        await caller.untilReady("watched", id);
        const { updated_at } = await caller.call<{ updated_at: string }>("GET", `${DOCUMENTS}/${id}`);
        moments.push(Date.parse(updated_at));
      }
      rmSync(releaseFile);
      held = [];
      return Math.max(...moments);
    },
  };
};

/** Measures memory and CPU time of idle streams. */
const costOf = async (bench: Bench, { server, open }: Side, count: number) => {
  // Longer than the interval of the comment lines.
  const idleMs = bench.isSmoke ? 500 : 20_000;
  const idleShare = async () => ((await taken(() => pause(idleMs), server)).cpuMs / idleMs) * 100;
  // Opens a few streams first: they compile the code, and create the watched operations.
  for (const stream of await open(Math.ceil(count / 10))) stream[Symbol.dispose]();
  await pause(500);
  const shareWithout = await idleShare();
  const before = await server.usageWithoutGarbage();
  const streams = await open(count);
  const after = await server.usageWithoutGarbage();
  const cpu = (await idleShare()) - shareWithout;
  for (const stream of streams) stream[Symbol.dispose]();
  return { cpu, memory: ((after.memoryMb - before.memoryMb) * 1_000) / count };
};

/**
 * Measures the time from the storage of a step in the database to its arrival at the last watcher. Each stream must end
 * cleanly.
 */
const lastStep = async ({ open, finish }: Side, count: number) => {
  const streams = await open(count);
  const at = await finish();
  const ends = await Promise.all(streams.map(({ ended }) => ended));
  const bad = ends.find(({ isClean, lastEvent }) => !isClean || !lastEvent?.includes('"complete"'));
  if (bad !== undefined) throw new Error(`a stream ended wrongly: ${JSON.stringify(bad)}`);
  return { ms: Math.max(...ends.map(({ lastEventAt }) => lastEventAt)) - at };
};
