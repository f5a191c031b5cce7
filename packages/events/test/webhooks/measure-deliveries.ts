// Deliveries per minute to local receivers: node --conditions=@quarry/source packages/events/test/webhooks/measure-deliveries.ts
// Events are written as the pipeline writes them, in a transaction each; then a worker sends what has piled up.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type Opened, openTemporary, register, run } from "./fixture.ts";

/** In a thread of its own, so that what is measured is the sender. */
const RECEIVER = `
  const { createServer } = require("node:http");
  const { parentPort, workerData } = require("node:worker_threads");
  const server = createServer((request, response) => {
    request.resume().on("end", () => setTimeout(() => response.writeHead(204).end(), workerData.delayMs));
  });
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`;

const pending = async (opened: Opened): Promise<number> => {
  const query = opened.database.read((kysely) =>
    kysely
      .selectFrom("webhook_deliveries")
      .select((select) => select.fn.countAll<number>().as("total"))
      .where("status", "=", "pending")
      .executeTakeFirstOrThrow(),
  );
  return Number((await run(query)).total);
};

const measure = async (receivers: number, events: number, delayMs: number): Promise<void> => {
  const opened = await openTemporary();
  const threads = [];
  const ids: string[] = [];
  for (let index = 0; index < receivers; index += 1) {
    const thread = new Worker(RECEIVER, { eval: true, workerData: { delayMs } });
    threads.push(thread);
    const [port] = (await once(thread, "message")) as [number];
    ids.push((await register(opened, `http://127.0.0.1:${port}/`)).id);
  }
  const written = performance.now();
  for (let index = 0; index < events; index += 1) await opened.tell({});
  const started = performance.now();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const stop = opened.work();
  while ((await pending(opened)) > 0) await sleep(50);
  const seconds = (performance.now() - started) / 1000;
  delay.disable();
  const deliveries = receivers * events;
  console.log(
    `${receivers} receiver(s) answering after ${delayMs} ms, ${deliveries} deliveries: ` +
      `${seconds.toFixed(1)} s, ${Math.round((deliveries / seconds) * 60)} per minute; ` +
      `longest block of the event loop ${(delay.max / 1e6).toFixed(0)} ms, p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms; ` +
      `writing an event ${((started - written) / events).toFixed(2)} ms`,
  );
  await stop();
  for (const thread of threads) await thread.terminate();
  await opened.close();
};

await measure(1, 1_000, 0);
await measure(1, 1_000, 100);
await measure(10, 200, 0);
await measure(50, 40, 0);
