import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Random } from "./harness/random.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SECONDS = 10;
/** Time for the load itself and the retries of its failing receiver; a busy machine takes longer to settle. */
const TIMEOUT_MS = 300_000;

const { seed } = Random.fromEnvironment();

test(
  `mixed load for ${SECONDS} s violates no invariant (QUARRY_TEST_SEED=${seed})`,
  async () => {
    const child = spawn(
      process.execPath,
      ["tools/with-node.mjs", "tools/load/src/main.ts", "--minutes", String(SECONDS / 60), "--seed", String(seed)],
      { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] },
    );
    let report = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (report += text));
    const [code] = (await once(child, "exit")) as [number | null];
    expect(code, report).toBe(0);
    // The run did some work, however little on a busy machine; otherwise the test would prove nothing.
    expect(report).toMatch(/documents: [1-9]\d* accepted/);
    expect(report).toMatch(/webhook good: [1-9]\d* deliveries/);
  },
  TIMEOUT_MS,
);
