import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseFilter } from "@quarry/plugin/domain";
import { expect, test } from "vitest";
import { randomNumbers } from "../../index/test/support/zipf-text.ts";
import { fileHome, type OpenIndex, run } from "./support/index-home.ts";
import { passageOf } from "./support/passage-of.ts";

const KILLS = 20;
/** Fifteen segments of a rebuild. */
const PASSAGES = 60_000;
/** Version of the postings of the first release. */
const EARLIER = 6;
const STONES = ["granite", "marble", "slate", "basalt", "quartz", "mica", "gneiss"];

const answersOf = async ({ index }: OpenIndex) => {
  const answers = await Promise.all(
    ["granite marble", "stone17 slate", "mica", "walrus"].map((query) =>
      run(index.keywordSearch("c", { query, topK: 50, filter: parseFilter({ page: { $lt: 55_000 } }) })),
    ),
  );
  return [...answers, await run(index.count("c")), await run(index.repairQuery("c", "mrable"))];
};

test("a rebuild of the postings that is killed 20 times continues at its last segment and answers the same", async () => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-search-"));
  await using home = fileHome(directory);
  const first = await home.open();
  await run(first.index.ensure("c"));
  const random = randomNumbers(3);
  const passages = Array.from({ length: PASSAGES }, (_, n) => {
    const stones = Array.from({ length: 3 }, () => STONES[Math.floor(random() ** 2 * STONES.length)]);
    const text = `stone${n % 977} ${stones.join(" ")}${n % 5_000 === 0 ? " walrus" : ""}`;
    return { ...passageOf(n, text), metadata: { page: n } };
  });
  await run(first.index.put("c", passages));
  await run(first.index.removeIds("c", ["chunk-5000", "chunk-17"]));
  const before = await answersOf(first);
  await first.close();

  const file = new DatabaseSync(join(directory, "c.db"));
  file.exec(`update state set postings_version = ${EARLIER}`);
  /** Number of passages that are indexed again. */
  const progress = (): number => {
    const { version } = file.prepare("select postings_version as version from state").get()!;
    if (Number(version) >= 0) return version === EARLIER ? 0 : PASSAGES;
    const { count } = file.prepare("select sum(row_count) as count from segment where kind = 1").get()!;
    return Number(count);
  };

  const child = fileURLToPath(new URL("support/rebuild-child.ts", import.meta.url));
  const seen: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const start = progress();
    const opening = spawn(process.execPath, [child, join(directory, "c.db"), "c"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const closed = once(opening, "close");
    await once(opening.stdout, "data");
    // Every other kill is at any time; the others wait for a commit, so that there is progress on a busy machine too.
    if (kill % 2 === 0) await sleep(random() * 150);
    else while (progress() === start && start < PASSAGES && opening.exitCode === null) await sleep(5);
    opening.kill("SIGKILL");
    await closed;
    seen.push(progress());
  }
  file.close();
  expect(seen.toSorted((one, other) => one - other)).toEqual(seen);
  expect(new Set(seen).size).toBeGreaterThan(5);

  const last = await home.open();
  expect(await answersOf(last)).toEqual(before);
}, 180_000);
