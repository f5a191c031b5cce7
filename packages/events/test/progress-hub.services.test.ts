import { randomUUID } from "node:crypto";
import { inProgress, ProgressHub, readyStep, redisProgressHub } from "@quarry/events";
import { Redis, redisLayer } from "@quarry/store/redis";
import { addressOf, openTcpProxy, startOwnServer } from "@quarry/services";
import { Effect, Layer, ManagedRuntime, Redacted } from "effect";
import { describe, expect, test, vi } from "vitest";
import { document, progressHubSuite, WAIT_OPTIONS } from "./progress-hub-suite.ts";

const run = Effect.runPromise;

const openHub = async (url: string, keyPrefix: string) => {
  const redis = redisLayer({ url: Redacted.make(url), keyPrefix });
  const runtime = ManagedRuntime.make(Layer.provideMerge(redisProgressHub, redis));
  return {
    hub: await runtime.runPromise(ProgressHub),
    redis: await runtime.runPromise(Redis),
    close: () => runtime.dispose(),
  };
};

/** Opens hubs as in two processes: each with its own connections. */
const openHubs = async (workerUrl: string, watcherUrl = workerUrl) => {
  const keyPrefix = `test-${randomUUID()}`;
  const worker = await openHub(workerUrl, keyPrefix);
  const watcher = await openHub(watcherUrl, keyPrefix);
  return {
    worker: worker.hub,
    watcher: watcher.hub,
    redis: worker.redis,
    close: async () => {
      await worker.close();
      await watcher.close();
    },
  };
};

describe("Redis progress hub in two processes", () => {
  progressHubSuite(() => openHubs(addressOf("redis")));
});

describe("Redis progress hub in one process", () => {
  progressHubSuite(async () => {
    const { hub, close } = await openHub(addressOf("redis"), `test-${randomUUID()}`);
    return { worker: hub, watcher: hub, close };
  });
});

test("without Redis only the own process receives events, and others do again after it restarts", async () => {
  const server = await startOwnServer("redis");
  const { worker, watcher, close } = await openHubs(`redis://127.0.0.1:${server.port}`);
  const here: string[] = [];
  const there: string[] = [];
  worker.listen("a", ({ message }) => here.push(message));
  watcher.listen("a", ({ message }) => there.push(message));
  await server.kill();
  await run(worker.publish(document("a"), inProgress("parsing", "unheard")));
  expect(here).toEqual(["unheard"]);
  expect(await run(worker.last("a"))).toMatchObject({ message: "unheard" });
  expect(await run(watcher.last("a"))).toBeUndefined();
  await server.start();
  await vi.waitFor(async () => {
    await run(worker.publish(document("a"), inProgress("chunking", "heard")));
    expect(there).toContain("heard");
  }, WAIT_OPTIONS);
  await close();
  await server.close();
});

test("a hanging Redis blocks neither the pipeline nor a watcher", async () => {
  const proxy = await openTcpProxy(Number(new URL(addressOf("redis")).port));
  const { worker, close } = await openHubs(`redis://127.0.0.1:${proxy.port}`);
  const here: string[] = [];
  worker.listen("a", ({ message }) => here.push(message));
  proxy.hang();
  for (let step = 0; step < 100; step += 1)
    await run(worker.publish(document("a"), inProgress("embedding", `${step}`)));
  expect(here).toHaveLength(100);
  expect(await run(worker.last("a"))).toMatchObject({ message: "99" });
  proxy.resume();
  await run(worker.publish(document("a"), readyStep(1, {})));
  await close();
  await proxy.close();
});
