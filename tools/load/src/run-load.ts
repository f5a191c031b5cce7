import { Breaches } from "./breaches.ts";
import { addCollection } from "./actions/manage.ts";
import { checkDeliveries } from "./checks/check-deliveries.ts";
import { checkInventory } from "./checks/check-inventory.ts";
import { checkSearches } from "./checks/check-searches.ts";
import { checkStatistics, settle } from "./checks/settle.ts";
import { Api } from "./clients/api.ts";
import { runClients } from "./clients/run-clients.ts";
import { ProgressWatchers } from "./clients/watch-progress.ts";
import { readLibrary } from "./files/make-file.ts";
import { Ledger } from "./ledger.ts";
import { Random } from "./random.ts";
import { type LoadReport, reportLines } from "./report.ts";
import { HealthWatch } from "./service/health-watch.ts";
import { LoadService } from "./service/load-service.ts";
import { MemoryWatch } from "./service/memory-watch.ts";
import { HANGING_COLLECTION, type Subscription, subscribeAll } from "./webhooks/subscriptions.ts";
import type { World } from "./world.ts";

const CLIENTS = 8;

const STEADY_COLLECTIONS = ["steady_one", "steady_two", HANGING_COLLECTION];

export interface LoadOptions {
  readonly minutes: number;
  readonly seed: number;
}

/** A short run can't wait for the second retry, 30 s after the first. */
const LONG_RUN_MINUTES = 2;

/** Loads a service of its own, checks what it does, and prints the report. Gives the number of breaches. */
export const runLoad = async ({ minutes, seed }: LoadOptions): Promise<number> => {
  const service = await LoadService.start();
  try {
    const breaches = new Breaches();
    const api = new Api(service.address, service.secret, breaches);
    const mostFailures = minutes >= LONG_RUN_MINUTES ? 2 : 1;
    const subscriptions = await subscribeAll(api, breaches, new Random(seed), mostFailures);
    const ledger = new Ledger();
    for (const name of STEADY_COLLECTIONS) await addCollection({ api, ledger }, name, "steady");
    const report = await load(service, api, ledger, breaches, subscriptions, { minutes, seed });
    for (const { receiver } of subscriptions) await receiver.close();
    for (const line of reportLines(report)) console.log(line);
    return breaches.count;
  } finally {
    await service.remove();
  }
};

const load = async (
  service: LoadService,
  api: Api,
  ledger: Ledger,
  breaches: Breaches,
  subscriptions: readonly Subscription[],
  { minutes, seed }: LoadOptions,
): Promise<LoadReport> => {
  const watchers = new ProgressWatchers(api, breaches);
  const memory = new MemoryWatch(service.pid);
  const health = new HealthWatch(service.address);
  const worlds = await makeWorlds(seed, { api, ledger, breaches, watch: watchers.watch.bind(watchers) });
  await runClients(worlds, performance.now() + minutes * 60_000);
  memory.stop();
  health.stop();
  const requests = [...api.latencies.values()].reduce((sum, { length }) => sum + length, 0);
  const inventory = await settle(api, breaches);
  await watchers.ended();
  checkInventory(ledger, breaches, inventory);
  await checkStatistics(api, breaches, inventory);
  await checkSearches(api, ledger, breaches, inventory);
  const deliveries = [];
  for (const subscription of subscriptions) deliveries.push(await checkDeliveries(api, ledger, breaches, subscription));
  const stopProblem = await service.stop();
  if (stopProblem !== undefined) breaches.add("the service did not stop in order", stopProblem);
  for (const line of service.errors) breaches.add("errors in the service's log", line.slice(0, 600));
  for (const problem of health.breaches) breaches.add("health check failed", problem);
  const memoryReport = memory.report();
  if (memoryReport.breach !== undefined) breaches.add("memory grows", memoryReport.breach);
  return {
    ...{ minutes, seed, requests, api, ledger, breaches, inventory, deliveries },
    streams: { started: watchers.started, finished: watchers.finished },
    measurements: [...memoryReport.lines, ...health.lines],
  };
};

const makeWorlds = async (
  seed: number,
  shared: Pick<World, "api" | "ledger" | "breaches" | "watch">,
): Promise<readonly World[]> => {
  const library = await readLibrary();
  let number = 0;
  const nextNumber = () => (number += 1);
  return Array.from({ length: CLIENTS }, (_, index) => ({
    ...shared,
    ...{ library, nextNumber },
    random: new Random(seed * CLIENTS + index),
  }));
};
