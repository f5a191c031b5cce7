import type { PassageIndexService } from "@quarry/index";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

import { openLayer, run } from "./index-home.ts";
import { layerAt, type Place } from "./index-folder.ts";
import { randomNumbers } from "../../../index/test/support/zipf-text.ts";

const PASSAGES_PER_PUT = 40;
const LONGEST_LIFE_MS = 900;

interface Written {
  readonly begun: Set<number>;
  readonly put: Set<number>;
  readonly removed: Set<number>;
}

export interface CrashOptions {
  readonly place: Place;
  readonly collection: string;
  readonly kills: number;
  /** Number of processes that write to the collection concurrently. */
  readonly writers: number;
  /** Whether this process searches while they write. */
  readonly readsMeanwhile: boolean;
}

/**
 * Checks that SIGKILL at any time loses no acknowledged write, exposes no partial write, and leaves the index intact.
 */
export const checkCrashes = async ({ place, collection, kills, writers, readsMeanwhile }: CrashOptions) => {
  const random = randomNumbers(5);
  const written: Written = { begun: new Set(), put: new Set(), removed: new Set() };
  for (let kill = 0; kill < kills; kill++) {
    const starts = Array.from({ length: writers }, (_, writer) => (kill * writers + writer + 1) * 1_000_000);
    const lives = starts.map((start) => liveOf(place, collection, start, written));
    try {
      // On a busy machine nothing may complete before a kill, and the test would prove nothing: the last process lives
      // long enough.
      const isLast = kill === kills - 1;
      await Promise.all(lives.map(({ firstWord, firstPut }) => (isLast ? firstPut : firstWord)));
      const alive = sleep(random() * LONGEST_LIFE_MS);
      if (readsMeanwhile) await readUntil(alive, place, collection, written);
      await alive;
    } finally {
      // Also after a failure: otherwise they would write until the machine shuts down.
      await Promise.all(lives.map((life) => life.kill()));
    }
    const open = await openLayer(layerAt(place));
    await checkWhole(open.index, collection, written);
    await open.close();
  }
  expect(written.put.size).toBeGreaterThan(0);
};

const liveOf = (place: Place, collection: string, start: number, written: Written) => {
  const script = fileURLToPath(new URL("crash-writer.ts", import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(place), collection, String(start)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  let rest = "";
  const acknowledged = Promise.withResolvers<void>();
  child.stdout.on("data", (data: Buffer) => {
    const lines = `${rest}${String(data)}`.split("\n");
    // A line without its line end was not completely printed.
    rest = lines.pop()!;
    for (const line of lines) {
      const [kind, number] = line.split(" ");
      written[kind as keyof Written].add(Number(number));
      if (kind === "put") acknowledged.resolve();
    }
  });
  return {
    firstWord: Promise.race([once(child.stdout, "data"), closed]),
    firstPut: Promise.race([acknowledged.promise, closed]),
    kill: async () => {
      child.kill("SIGKILL");
      await closed;
    },
  };
};

/**
 * Reads until `end`. Expects each put entirely or not at all, and each acknowledged put without its removed passages.
 */
const readUntil = async (end: Promise<void>, place: Place, collection: string, written: Written) => {
  const { index, close } = await openLayer(layerAt(place));
  let isOver = false;
  const over = end.then(() => (isOver = true));
  while (!isOver) {
    const newest = [...written.begun].slice(-6);
    for (const first of newest) {
      const wasPut = written.put.has(first);
      const wasRemoved = written.removed.has(first);
      const { hits } = await run(index.keywordSearch(collection, { query: `batch${first}`, topK: 100 }));
      const allowed = wasRemoved ? [39] : first % 3 === 0 ? [39, 40] : [40];
      if (!wasPut) allowed.push(0);
      expect(allowed).toContain(hits.length);
      const { length } = await run(
        index.get(
          collection,
          hits.map(({ id }) => id),
        ),
      );
      expect(length).toBeGreaterThanOrEqual(hits.length - 1);
    }
  }
  await over;
  await close();
};

const checkWhole = async (index: PassageIndexService, collection: string, { put, removed }: Written) => {
  // The first passage of some batches can have been removed without an acknowledgement that reached this process.
  const numbers = [...put].flatMap((start) =>
    Array.from({ length: PASSAGES_PER_PUT }, (_, offset) => start + offset).slice(start % 3 === 0 ? 1 : 0),
  );
  const ids = numbers.map((number) => `chunk-${number}`);
  const stored = (await run(index.get(collection, ids))).map(({ id }) => id);
  expect(stored).toEqual(ids);
  expect(
    await run(
      index.get(
        collection,
        [...removed].map((number) => `chunk-${number}`),
      ),
    ),
  ).toEqual([]);
  // The postings match exactly what is stored.
  for (const id of stored.filter((_, number) => number % 97 === 0)) {
    const { hits } = await run(index.keywordSearch(collection, { query: id.replace("chunk-", "unique"), topK: 3 }));
    expect(hits.map((hit) => hit.id)).toEqual([id]);
  }
  let total = 0;
  for (const { documentId, generation } of await run(index.generations(collection))) {
    total += (await run(index.listChunks(collection, documentId, generation, { limit: 1 }))).total;
  }
  expect(await run(index.count(collection))).toBe(total);
  const all = await run(index.scan(collection, { limit: total + 1 }));
  expect(all.length).toBe(total);
  const { documentCount, documentFrequencies } = await run(index.termFrequencies(collection, ["xbak", "xcak"]));
  expect(documentCount).toBe(total);
  const counted = ["xbak", "xcak"].map((word) => all.filter(({ text }) => text.split(" ").includes(word)).length);
  expect(documentFrequencies).toEqual(counted);
};
