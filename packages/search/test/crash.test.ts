import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openIndex, run } from "./support/open-index.ts";
import { randomNumbers } from "./support/zipf-text.ts";

const KILLS = 6;
const PASSAGES_PER_PUT = 40;

interface Acknowledged {
  readonly put: Set<number>;
  readonly removed: Set<number>;
}

/** Runs the writer until it is killed at a random moment after its first acknowledgement. */
const writeUntilKilled = async (directory: string, start: number, milliseconds: number, acknowledged: Acknowledged) => {
  const script = fileURLToPath(new URL("support/crash-writer.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@quarry/source", script, directory, String(start)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (data: Buffer) => (output += String(data)));
  await once(child.stdout, "data");
  await sleep(milliseconds);
  const exited = once(child, "close");
  child.kill("SIGKILL");
  await exited;
  // A line without its end was not wholly printed.
  for (const line of output.split("\n").slice(0, -1)) {
    const [kind, number] = line.split(" ");
    acknowledged[kind as "put" | "removed"].add(Number(number));
  }
};

test("SIGKILL at any time loses nothing that was acknowledged, and the index stays whole", async () => {
  await using first = await openIndex();
  await first.close();
  const random = randomNumbers(5);
  const acknowledged: Acknowledged = { put: new Set(), removed: new Set() };
  for (let kill = 0; kill < KILLS; kill++) {
    await writeUntilKilled(first.directory, (kill + 1) * 1_000_000, random() * 900, acknowledged);
    const open = await openIndex(first.directory);
    // The first of some batches may have been removed without an acknowledgement that reached us.
    const numbers = [...acknowledged.put].flatMap((start) =>
      Array.from({ length: PASSAGES_PER_PUT }, (_, offset) => start + offset).slice(start % 3 === 0 ? 1 : 0),
    );
    const ids = numbers.map((number) => `chunk-${number}`);
    const stored = (await run(open.index.get("c", ids))).map(({ id }) => id);
    expect(stored).toEqual(ids);
    const removed = [...acknowledged.removed].map((number) => `chunk-${number}`);
    expect(await run(open.index.get("c", removed))).toEqual([]);
    // The postings hold exactly what is stored.
    const sample = stored.filter((_, index) => index % 97 === 0);
    for (const id of sample) {
      const { hits } = await run(open.index.keywordSearch("c", { query: id.replace("chunk-", "unique"), topK: 3 }));
      expect(hits.map((hit) => hit.id)).toEqual([id]);
    }
    const generations = await run(open.index.generations("c"));
    let total = 0;
    for (const { documentId, generation } of generations) {
      total += (await run(open.index.listChunks("c", documentId, generation, { limit: 1, offset: 0 }))).total;
    }
    expect(await run(open.index.count("c"))).toBe(total);
    await open.close();
  }
  expect(acknowledged.put.size).toBeGreaterThan(KILLS);
}, 180_000);
