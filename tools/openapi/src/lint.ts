// Lints the OpenAPI document with Redocly, as served with every rpc and with none. Treats a warning as an error.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sampleDocument } from "./sample-document.ts";

const REDOCLY = fileURLToPath(new URL("../../../node_modules/@redocly/cli/bin/cli.js", import.meta.url));
const RULES = fileURLToPath(new URL("../redocly.yaml", import.meta.url));

/** Disables the linter's telemetry and update check. */
const OFFLINE = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const folder = mkdtempSync(join(tmpdir(), "quarry-openapi-"));
try {
  const files = [true, false].map((isComplete) => {
    const file = join(folder, isComplete ? "complete.json" : "without-handlers.json");
    writeFileSync(file, JSON.stringify(sampleDocument(isComplete), null, 2));
    return file;
  });
  const lint = spawnSync(process.execPath, [REDOCLY, "lint", "--config", RULES, "--format=stylish", ...files], {
    stdio: "inherit",
    env: { ...process.env, ...OFFLINE },
  });
  process.exitCode = lint.status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
