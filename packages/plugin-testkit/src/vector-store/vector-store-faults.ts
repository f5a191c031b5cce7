import { createServer, Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { Effect, Fiber } from "effect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PluginError } from "@quarry/plugin";
import type { VectorStorePlugin } from "@quarry/plugin";
import type { VectorStoreV1 } from "@quarry/plugin";
import { numbered, record, seededVector } from "./sample-records.ts";
import { VectorStoreHarness } from "./vector-store-harness.ts";

/** Server that the suite owns; it retains its port and its data across `kill` and `start`. */
export interface FaultServer {
  readonly port: number;
  readonly start: () => Promise<void>;
  /** Kills the server like `kill -9`. */
  readonly kill: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** TCP proxy between the store and the server. */
export interface FaultProxy {
  readonly port: number;
  /** Accepts bytes and forwards nothing until `resume`. */
  readonly hang: () => void;
  readonly resume: () => void;
  readonly close: () => Promise<void>;
}

export interface VectorStoreFaultOptions {
  readonly startServer: () => Promise<FaultServer>;
  readonly openProxy: (targetPort: number) => Promise<FaultProxy>;
  /** Returns the settings for a server on this port of 127.0.0.1, with a call timeout of a few seconds. */
  readonly settingsOf: (port: number) => unknown;
}

/** Longest time, in milliseconds, until the store uses a server again after it has become available. */
const RECOVERY_MS = 90_000;
const DIMENSION = 8;
const PER_GET = 100;

/**
 * Registers the suite that checks how a store on a server handles a server that is unavailable, killed, hung, or
 * another program. Call it at the top level of a vitest file. The suite owns the server.
 */
export const vectorStoreFaults = <Settings>(
  plugin: VectorStorePlugin<Settings>,
  { startServer, openProxy, settingsOf }: VectorStoreFaultOptions,
): void => {
  describe(`vector store faults: ${plugin.name}`, () => {
    let server: FaultServer;
    beforeAll(async () => {
      server = await startServer();
    });
    afterAll(() => server?.close());

    const open = async (port: number): Promise<VectorStoreHarness> => {
      const harness = new VectorStoreHarness(plugin as VectorStorePlugin<unknown>, settingsOf(port));
      await harness.open();
      return harness;
    };

    test("the store opens while its server is unavailable, reports it, and works once the server is up", async () => {
      await server.kill();
      let isAway = true;
      const harness = await open(server.port);
      try {
        const collection = harness.newName();
        const failures = [
          await harness.failure((store) => store.health),
          await harness.failure((store) => store.count(collection)),
          await harness.failure((store) => store.ensureCollection({ collection, dimension: DIMENSION })),
        ];
        expect(failures.map(({ reason }) => reason)).toEqual(["unavailable", "unavailable", "unavailable"]);
        isAway = false;
        await server.start();
        await eventually(harness, (store) => store.health);
        await eventually(harness, (store) => store.ensureCollection({ collection, dimension: DIMENSION }));
        expect(await harness.run((store) => store.count(collection))).toBe(0);
      } finally {
        await harness.dispose();
        if (isAway) await server.start();
      }
    });

    test("a server restart during writes and searches loses no acknowledged write, and failed calls can be retried", async () => {
      const harness = await open(server.port);
      try {
        const collection = await harness.collectionOf(numbered(50, DIMENSION));
        const reasons = new Set<string>();
        let isOver = false;
        const seen = { writes: 0, searches: 0 };
        const write = async (): Promise<void> => {
          // Even with a fast store, some calls must happen while the server is unavailable.
          for (let n = 0; n < 60 || reasons.size === 0; n += 1) {
            const entries = [
              record(`w${n}a`, seededVector(n, DIMENSION)),
              record(`w${n}b`, seededVector(n, DIMENSION)),
            ];
            await untilTaken(harness, reasons, (store) => store.upsert(collection, entries));
            seen.writes += 1;
          }
          isOver = true;
        };
        const search = async (): Promise<void> => {
          while (!isOver) {
            const request = { vector: seededVector(seen.searches, DIMENSION), topK: 10 };
            const { hits } = await untilTaken(harness, reasons, (store) => store.search(collection, request));
            expect(hits).toHaveLength(10);
            seen.searches += 1;
          }
        };
        const disturb = async (): Promise<void> => {
          await until(() => seen.writes >= 20 && seen.searches > 0);
          await server.kill();
          await until(() => reasons.size > 0);
          await server.start();
        };
        await Promise.all([write(), search(), disturb()]);
        expect([...reasons]).toEqual(["unavailable"]);
        const written = Array.from({ length: seen.writes }, (_, n) => [`w${n}a`, `w${n}b`]).flat();
        expect(await harness.run((store) => store.count(collection))).toBe(50 + written.length);
        for (let at = 0; at < written.length; at += PER_GET) {
          const some = written.slice(at, at + PER_GET);
          expect(await harness.run((store) => store.get(collection, some))).toHaveLength(some.length);
        }
      } finally {
        await harness.dispose();
      }
    });

    test("calls to a hung server time out, can be interrupted, and work again when it resumes", async () => {
      const proxy = await openProxy(server.port);
      const harness = await open(proxy.port);
      try {
        const collection = await harness.collectionOf(numbered(20, DIMENSION));
        proxy.hang();
        const calls: readonly ((store: VectorStoreV1) => Effect.Effect<unknown, PluginError>)[] = [
          (store) => store.upsert(collection, numbered(2, DIMENSION)),
          (store) => store.deleteByIds(collection, ["r00001"]),
          (store) => store.search(collection, { vector: seededVector(1, DIMENSION), topK: 5 }),
          (store) => store.count(collection),
          (store) => store.health,
        ];
        const failures = await Promise.all(calls.map((call) => harness.failure(call)));
        expect(failures.map(({ reason }) => reason)).toEqual(calls.map(() => "unavailable"));
        const fiber = Effect.runFork(
          harness.store.upsert(collection, [record("given up", seededVector(1, DIMENSION))]),
        );
        await Effect.runPromise(Fiber.interrupt(fiber));
        proxy.resume();
        await eventually(harness, (store) => store.health);
        await eventually(harness, (store) => store.upsert(collection, [record("later", seededVector(1, DIMENSION))]));
        expect(await harness.run((store) => store.get(collection, ["later"]))).toHaveLength(1);
      } finally {
        await harness.dispose();
        await proxy.close();
      }
    });

    test("another program on the port fails health and calls as incompatible or unavailable", async () => {
      const silent = createTcpServer((socket) => {
        socket.on("error", () => {});
        socket.end("220 mail.example.org ESMTP\r\n", () => socket.destroy());
      });
      for (const other of [answering(200, "<html>hello</html>"), answering(200, "{}"), answering(404, "{}"), silent]) {
        const port = await listen(other);
        const harness = await open(port);
        try {
          const failures = [
            await harness.failure((store) => store.health),
            await harness.failure((store) => store.count("anything")),
          ];
          for (const { reason, message } of failures) {
            expect(["incompatible", "unavailable"]).toContain(reason);
            expect(message).toMatch(/\S/);
          }
        } finally {
          await harness.dispose();
          // Keep-alive connections would keep the server open.
          if (other instanceof Server) other.closeAllConnections();
          await new Promise((resolve) => other.close(resolve));
        }
      }
    });
  });
};

type Call<Value> = (store: VectorStoreV1) => Effect.Effect<Value, PluginError>;

/** Retries a call while the error is retryable, as the platform does. */
const untilTaken = async <Value>(
  harness: VectorStoreHarness,
  reasons: Set<string>,
  call: Call<Value>,
): Promise<Value> => {
  const deadline = Date.now() + RECOVERY_MS;
  for (;;) {
    const outcome = await harness.run((store) =>
      call(store).pipe(Effect.match({ onFailure: (error) => ({ error }), onSuccess: (value) => ({ value }) })),
    );
    if ("value" in outcome) return outcome.value;
    reasons.add(outcome.error.reason);
    if (!outcome.error.isRetryable || Date.now() > deadline) throw outcome.error;
    await pause();
  }
};

const eventually = <Value>(harness: VectorStoreHarness, call: Call<Value>): Promise<Value> =>
  untilTaken(harness, new Set(), call);

const until = async (isSo: () => boolean): Promise<void> => {
  const deadline = Date.now() + RECOVERY_MS;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error("what the test waits for did not happen");
    await pause();
  }
};

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

const answering = (status: number, body: string): Server =>
  createServer((_, response) => response.writeHead(status, { "content-type": "text/html" }).end(body));

const listen = async (server: {
  listen(port: number, host: string, then: () => void): unknown;
  address(): unknown;
}) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};
