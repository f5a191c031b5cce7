import { setTimeout as pause } from "node:timers/promises";
import { percentile, Quarry, Random } from "@quarry/services/kit";
import { Api } from "../api.ts";
import { Breaches } from "../breaches.ts";
import { checkDeliveries } from "./check-deliveries.ts";
import { checkInventory, checkSearches, checkStatistics, settle } from "./checks.ts";
import { deleteBatch, deleteDocument, listDocuments, readBatch, readDocument, reprocess } from "./documents.ts";
import { readLibrary } from "./files.ts";
import { Ledger } from "./ledger.ts";
import * as others from "./others.ts";
import { ProgressWatchers } from "./progress.ts";
import { queryBatch, queryMany, queryOne, queryToken } from "./queries.ts";
import { startReceivers } from "./receivers.ts";
import { uploadBatch, uploadOne, uploadTwice } from "./uploads.ts";
import { watchHealth, watchMemory } from "./watches.ts";
import { type Action, STEADY_COLLECTIONS, type World } from "./world.ts";

const CLIENTS = 8;
/** Maximum number of waiting documents; above it clients upload no more until some are processed. */
const MOST_WAITING = 60;
/** Maximum number of documents; above it every upload is followed by a deletion, to keep the number constant. */
const MOST_DOCUMENTS = 400;
/** Maximum pause between two calls of a client, so that a shared machine remains usable. */
const MOST_PAUSE_MS = 60;
/** A shorter run can't wait for the second retry, 30 s after the first. */
const LONG_RUN_MINUTES = 2;

const UPLOADS: ReadonlySet<Action> = new Set([uploadOne, uploadTwice, uploadBatch, reprocess]);

/** Actions, each repeated according to its relative frequency. */
const ACTIONS: readonly Action[] = (
  [
    [14, uploadOne],
    [2, uploadTwice],
    [2, uploadBatch],
    [4, reprocess],
    [8, deleteDocument],
    [1, deleteBatch],
    [2, others.createCollection],
    [1, others.deleteCollection],
    [1, others.updateCollection],
    [18, queryOne],
    [4, queryMany],
    [3, queryBatch],
    [8, queryToken],
    [2, others.upsertVectors],
    [2, others.deleteVectors],
    [10, listDocuments],
    [12, readDocument],
    [3, readBatch],
    [4, others.readPlatform],
    [4, others.refuse],
    [2, others.manageWebhooks],
  ] as const
).flatMap(([weight, action]) => Array.from({ length: weight }, () => action));

/** Runs a load on its own service and checks its behaviour. */
export const runMixed = async (minutes: number, seed: number) => {
  const breaches = new Breaches();
  const breach = breaches.add;
  await using service = await Quarry.start({ config: { apiKeys: others.API_KEYS }, onLine: () => {} });
  const api = new Api(service, breach, true);
  const receivers = await startReceivers(api, breach, new Random(seed), minutes >= LONG_RUN_MINUTES ? 2 : 1);
  const ledger = new Ledger();
  for (const name of STEADY_COLLECTIONS) await others.addCollection({ api, ledger }, name, "steady");
  const watchers = new ProgressWatchers(api, breach);
  const library = await readLibrary();
  let number = 0;
  const worlds = Array.from({ length: CLIENTS }, (_, index) => ({
    ...{ api, ledger, breach, library, watch: watchers.watch, nextNumber: () => (number += 1) },
    random: new Random(seed * CLIENTS + index),
  }));
  const watches = [watchMemory(service, breach), watchHealth(service, breach)];
  await act(worlds, performance.now() + minutes * 60_000);
  const seen = (await Promise.all(watches.map((end) => end()))).flat();
  const requests = api.calls;
  const inventory = await settle(api, breach);
  await watchers.ended();
  checkInventory(ledger, breach, inventory);
  await checkStatistics(api, breach, inventory);
  await checkSearches(api, ledger, breach, inventory);
  const deliveries: string[] = [];
  for (const receiver of receivers) deliveries.push(await checkDeliveries(api, ledger, breach, receiver));
  const problem = await service.stop();
  if (problem !== undefined) breach("the service did not stop in order", problem);
  for (const line of service.errors) breach("errors in the service's log", line.slice(0, 600));
  for (const receiver of receivers) receiver[Symbol.dispose]();
  const documents = [...inventory.values()].flat();
  const failed = documents.filter(({ status }) => status === "failed").length;
  const gone = ledger.collections.filter(({ deletedAt }) => deletedAt !== undefined).length;
  const statuses = [...api.statuses].toSorted().map(([status, count]) => `${status}: ${count}`);
  const lines = [
    `${minutes} minutes, seed ${seed}: ${requests} requests`,
    ...latencyLines(api),
    `statuses: ${statuses.join(", ")}`,
    `503 with Retry-After: ${api.overloaded}`,
    `documents: ${ledger.documents.size} accepted; at the end ${documents.length} in ${inventory.size} collections, ` +
      `${failed} of them failed; collections deleted: ${gone}`,
    `progress streams: ${watchers.started}, ${watchers.finished} of them to a final step`,
    ...deliveries,
    ...seen,
  ];
  return { breaches, lines };
};

/** Runs the clients until the time is up. Each world is one client. */
const act = async (worlds: readonly World[], untilMoment: number): Promise<void> => {
  let waiting = 0;
  const isOver = () => performance.now() >= untilMoment;
  /** Tracks the number of waiting documents, from the service's own statistics. */
  const watchBacklog = async (): Promise<void> => {
    for (; !isOver(); await pause(200)) {
      const stats = await worlds[0]!.api.body<{ documents: Record<string, number> }>("GET", "/v1/stats");
      if (stats !== undefined) waiting = stats.documents["pending"]! + stats.documents["processing"]!;
    }
  };
  const actAs = async (world: World): Promise<void> => {
    for (; !isOver(); await pause(world.random.next() * MOST_PAUSE_MS)) {
      const action = world.random.pick(ACTIONS);
      const isUpload = UPLOADS.has(action);
      if (!isUpload || waiting < MOST_WAITING) await action(world);
      if (isUpload && world.ledger.liveDocuments.length > MOST_DOCUMENTS) await deleteBatch(world);
    }
  };
  await Promise.all([watchBacklog(), ...worlds.map(actAs)]);
};

const latencyLines = ({ latencies }: Api): readonly string[] => {
  const width = Math.max(...[...latencies.keys()].map(({ length }) => length));
  return [...latencies]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([route, samples]) => {
      const [p50, p99, max] = [0.5, 0.99, 1].map((p) => percentile(samples, p).toFixed(1).padStart(7));
      return `  ${route.padEnd(width)} ${String(samples.length).padStart(6)} times; ms p50 ${p50}, p99 ${p99}, max ${max}`;
    });
};
