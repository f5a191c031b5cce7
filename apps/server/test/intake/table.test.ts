import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { PROTOCOLS, send } from "./protocols.ts";
import { SHAPES } from "./shapes.ts";

const server = useServer();

/**
 * Longest wait of other callers on a busy machine: a hostile request could block the server from twenty seconds to more
 * than a minute. On an idle machine the wait is a hundredth of this.
 */
const LONGEST_WAIT_MS = 10_000;
const MOST_GROWTH_MB = 400;

/** Prints the figures if set: `SHOW_FIGURES=1 npx vitest run apps/server/test/intake`. */
const { SHOW_FIGURES } = process.env;

const residentMb = (): number => {
  const status = readFileSync(`/proc/${server.current.process.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
};

interface Figures {
  waitMs: number;
  growthMb: number;
}

/** Measures the server from outside while `work` runs: the longest wait of a call, and the growth of its memory. */
const seenBeside = async (work: () => Promise<unknown>): Promise<Figures> => {
  const before = residentMb();
  const figures: Figures = { waitMs: 0, growthMb: 0 };
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      const requested = performance.now();
      expect((await fetch(`${server.api.address}/health`)).status).toBe(200);
      figures.waitMs = Math.max(figures.waitMs, performance.now() - requested);
      figures.growthMb = Math.max(figures.growthMb, residentMb() - before);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const looking = look();
  await work();
  isOver = true;
  await looking;
  return figures;
};

const signIn = async (): Promise<string> => {
  const opened = await server.api.call("POST", "/console/trpc/session.open", { json: { key: server.current.secret } });
  return opened.headers.get("set-cookie")!.split(";", 1)[0]!;
};

test.runIf(process.platform === "linux")(
  "hostile requests of every shape and protocol, compressed or not, don't block other callers",
  async () => {
    await server.api.createCollection("table");
    await server.api.upload({ collection: "table", filename: "a.txt", bytes: "The barn is full of owls." });
    const cookie = await signIn();
    const first = residentMb();
    const rows = [];
    for (const { name: protocol, make } of PROTOCOLS) {
      for (const shape of SHAPES) {
        for (const isPacked of [false, true]) {
          const hostile = make(shape, isPacked, cookie);
          let status = 0;
          const { waitMs, growthMb } = await seenBeside(async () => {
            status = await send(server.api.address, server.current.secret, hostile);
          });
          rows.push({
            request: `${protocol}: ${shape.name}${isPacked ? ", packed" : ""}`,
            status,
            waitMs: Math.round(waitMs),
            growthMb: Math.round(growthMb),
          });
        }
      }
    }
    if (SHOW_FIGURES !== undefined) console.table(rows);
    expect(rows.filter(({ waitMs }) => waitMs > LONGEST_WAIT_MS)).toEqual([]);
    expect(rows.filter(({ growthMb }) => growthMb > MOST_GROWTH_MB)).toEqual([]);
    expect(residentMb() - first).toBeLessThan(MOST_GROWTH_MB);
    // Each request is refused or answered; none is a fault of the service.
    expect(rows.filter(({ status }) => status >= 500)).toEqual([]);
    expect(rows).toHaveLength(PROTOCOLS.length * SHAPES.length * 2);
  },
  600_000,
);
