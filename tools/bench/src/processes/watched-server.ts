import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { HttpConnection, requestBytes } from "../load/http-connection.ts";
import { type QuarryServer, START_NODE_OPTIONS, startQuarry } from "./quarry-server.ts";

const LOOP_PROBE = new URL("./loop-probe.ts", import.meta.url).href;
/** Long enough that the probe has looked once more. */
const SETTLE_MS = 150;
/** Between two questions of an outsider. */
const ASK_EVERY_MS = 10;

/** What others noticed while something was done. */
export interface Disturbance {
  /** Longest time that the event loop of the server was held up. */
  readonly loopMs: number;
  /** Slowest answer to `GET /health` on a connection of its own. */
  readonly healthMs: number;
}

/** The service with a look at its event loop. */
export interface WatchedServer extends QuarryServer {
  /** Runs `work` and tells what others noticed of it. */
  disturbanceOf(work: () => Promise<unknown>): Promise<Disturbance>;
}

export const startWatchedQuarry = async (directory: string, dataDirectory: string): Promise<WatchedServer> => {
  const file = join(directory, `loop-${process.hrtime.bigint()}.txt`);
  const server = await startQuarry(dataDirectory, {
    BENCH_LOOP_FILE: file,
    NODE_OPTIONS: `${START_NODE_OPTIONS} --import=${LOOP_PROBE}`,
  });
  return {
    ...server,
    disturbanceOf: async (work) => {
      const started = Date.now();
      using outsider = await HttpConnection.open(server.process.port);
      let isDone = false;
      const asked = askHealth(outsider, () => isDone);
      await work().finally(() => (isDone = true));
      const healthMs = await asked;
      await pause(SETTLE_MS);
      return { loopMs: longestSince(file, started), healthMs };
    },
  };
};

const askHealth = async (connection: HttpConnection, isDone: () => boolean): Promise<number> => {
  const request = requestBytes("GET", "/health", {});
  let slowest = 0;
  while (!isDone()) {
    const started = performance.now();
    await connection.fetch(request);
    slowest = Math.max(slowest, performance.now() - started);
    await pause(ASK_EVERY_MS);
  }
  return slowest;
};

const longestSince = (file: string, started: number): number => {
  if (!existsSync(file)) return 0;
  const notes = readFileSync(file, "utf8").split("\n").filter(Boolean);
  const delays = notes.map((note) => note.split(" ").map(Number)).filter(([time]) => time! >= started);
  return Math.max(0, ...delays.map(([, delay]) => delay!));
};
