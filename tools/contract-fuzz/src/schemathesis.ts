import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pythonEnvironment } from "@quarry/services/kit";

const CONFIG = fileURLToPath(new URL("../schemathesis.toml", import.meta.url));
const REQUIREMENTS = fileURLToPath(new URL("../requirements.txt", import.meta.url));
const HOOKS = fileURLToPath(new URL("../hooks.py", import.meta.url));

/** Ends a hanging run; a typical one takes a quarter of it. */
const DEADLINE_MS = 900_000;

export interface FuzzRun {
  readonly documentFile: string;
  readonly address: string;
  readonly secret: string;
  /** Empty folder for files that the program may create. */
  readonly folder: string;
  readonly arguments: readonly string[];
}

export interface FuzzReport {
  readonly complete: boolean;
  readonly exit_code: number;
  readonly running_time: number;
  readonly operations: { readonly selected: number; readonly tested: number; readonly errored: number };
  readonly test_cases: { readonly generated: number; readonly unique_failures: number; readonly errored: number };
}

/** Runs all phases with all checks. Prints failures with instructions for reproducing them. */
export async function runSchemathesis(run: FuzzRun): Promise<FuzzReport> {
  const report = join(run.folder, "report.json");
  const options = ["--url", run.address, "--header", `Authorization: Bearer ${run.secret}`, "--checks", "all"];
  const output = ["--no-color", "--report", "json", "--report-json-path", report];
  const all = ["--config-file", CONFIG, "run", run.documentFile, ...options, ...output, ...run.arguments];
  const { error } = spawnSync(join(await pythonEnvironment("contract-fuzz", REQUIREMENTS), "bin", "st"), all, {
    cwd: run.folder,
    env: { ...process.env, SCHEMATHESIS_HOOKS: HOOKS, PYTHONDONTWRITEBYTECODE: "1" },
    stdio: "inherit",
    timeout: DEADLINE_MS,
  });
  if (error !== undefined) throw error;
  return JSON.parse(readFileSync(report, "utf8")) as FuzzReport;
}
