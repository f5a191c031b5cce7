import type { VectorStoreV1 } from "@quarry/plugin";
import { expect, test } from "vitest";
import { openStore, run, temporaryFolder } from "./support/open-store.ts";
import { recordOf } from "./support/plain-records.ts";
import { runUntilKilled } from "./support/run-until-killed.ts";

const ROUNDS = 8;

const checkRound = async (store: VectorStoreV1, acknowledged: readonly string[]): Promise<void> => {
  const written = acknowledged.filter((line) => line.startsWith("+")).map((line) => line.slice(1));
  const deleted = new Set(acknowledged.filter((line) => line.startsWith("-")).map((line) => line.slice(1)));
  expect(written.length).toBeGreaterThan(0);
  const found = await run(
    store.get(
      "crash",
      written.flatMap((key) => [`${key}-a`, `${key}-b`]),
    ),
  );
  const byId = new Map(found.map((entry) => [entry.id, entry]));
  for (const key of written) {
    const n = Number(key.split("-")[2]);
    expect(byId.get(`${key}-b`)).toEqual(recordOf(`${key}-b`, n));
    if (deleted.has(key)) expect(byId.has(`${key}-a`)).toBe(false);
    // A delete can have been applied without acknowledgement.
    else if (n % 5 !== 4) expect(byId.get(`${key}-a`)).toEqual(recordOf(`${key}-a`, n));
  }
};

/** Expects each batch to be stored entirely or not at all, acknowledged or not. */
const checkWhole = async (store: VectorStoreV1): Promise<void> => {
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await run(store.list("crash", { cursor, limit: 10_000 }));
    for (const entry of page.records) ids.add(entry.id);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  for (const id of ids) {
    const [, key, part] = /^(\d+-\d+-\d+)-([ab])$/.exec(id) ?? [];
    if (key === undefined) continue;
    const mayLack = part === "b" && Number(key.split("-")[2]) % 5 === 4;
    if (!mayLack) expect(ids.has(`${key}-${part === "a" ? "b" : "a"}`)).toBe(true);
  }
  expect(await run(store.count("crash"))).toBe(ids.size);
};

test(`SIGKILL during writes loses no acknowledged write (${ROUNDS} rounds)`, { timeout: 240_000 }, async () => {
  const folder = await temporaryFolder();
  const rounds: (readonly string[])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(await runUntilKilled("./crash-child.ts", { folder, round, mostMs: 120 }));
    const { store, close } = await openStore(folder);
    await checkRound(store, rounds.at(-1)!);
    await close();
  }
  const { store } = await openStore(folder);
  for (const acknowledged of rounds) await checkRound(store, acknowledged);
  await checkWhole(store);
  expect(rounds.flat().length).toBeGreaterThan(ROUNDS);
});
