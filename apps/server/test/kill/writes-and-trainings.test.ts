import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Random } from "../harness/random.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const KILLS = 5;
/** Half a minute on an idle two-core machine. */
const TIMEOUT_MS = 600_000;

const { seed } = Random.fromEnvironment();

test(
  `${KILLS} kills during writes and trainings leave both indexes consistent (QUARRY_TEST_SEED=${seed})`,
  async () => {
    const child = spawn(
      process.execPath,
      ["tools/with-node.mjs", "tools/load/src/main.ts", "--kills", String(KILLS), "--seed", String(seed)],
      { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] },
    );
    let report = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (report += text));
    const [code] = (await once(child, "exit")) as [number | null];
    expect(code, report).toBe(0);
    // The run did some work; otherwise the test would prove nothing.
    expect(report).toMatch(/[1-9]\d* kills at work/);
    expect(report).toMatch(/checks of a promised chunk or vector in an index: [1-9]\d\d\d/);
    expect(report).toMatch(/1 audits compared [1-9]\d+ rows/);
  },
  TIMEOUT_MS,
);
