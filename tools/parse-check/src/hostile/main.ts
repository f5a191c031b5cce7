// npm run hostile -- write <folder>                    writes the set
// npm run hostile -- run [--only <regex>] [--quick]    uploads it to a service of its own; --report <file> for the table
import { mkdir, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { parseArgs } from "node:util";
import { RunningService } from "../service/running-service.ts";
import type { HostileFile } from "./hostile-file.ts";
import { hostileSet } from "./hostile-set.ts";
import { hostileReport, hostileSummary } from "./report.ts";
import { type HostileResult, runHostileSet } from "./run-hostile-set.ts";

/** Far below the service's default, so that the set ends the same day; what honest files need is less. */
const PARSE_TIMEOUT_SECONDS = 30;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "" },
    quick: { type: "boolean", default: false },
    report: { type: "string" },
    timeout: { type: "string", default: String(PARSE_TIMEOUT_SECONDS) },
  },
});
const wanted = new RegExp(values.only, "i");
const files = (await hostileSet()).filter(
  ({ what, group, quick }) => (wanted.test(what) || wanted.test(group)) && (!values.quick || quick === true),
);
const [command, folder] = positionals;
if (command === "write" && folder !== undefined) await write(files, folder);
else if (command === "run") process.exitCode = await run(files);
else {
  console.error(
    "npm run hostile -- write <folder> | run   [--only <regex>] [--quick] [--report <file>] [--timeout <seconds>]",
  );
  process.exitCode = 2;
}

async function write(set: readonly HostileFile[], target: string): Promise<void> {
  for (const { group, what, filename, make } of set) {
    await mkdir(join(target, group), { recursive: true });
    const name = what.replaceAll(/[^a-z0-9]+/gi, "-") + extname(filename);
    await writeFile(join(target, group, name), await make());
  }
  console.log(`${set.length} files written to ${target}`);
}

async function run(set: readonly HostileFile[]): Promise<number> {
  await using service = await RunningService.start({ SERVICE_PARSE_TIMEOUT_SECONDS: values.timeout });
  const results: HostileResult[] = [];
  for await (const result of runHostileSet(set, service, Number(values.timeout) * 1000)) {
    results.push(result);
    const { file, status, message, seconds, problems } = result;
    const verdict = problems.length === 0 ? "ok" : `PROBLEM ${problems.join("; ")}`;
    console.log(
      `${seconds.toFixed(1)} s  ${file.what}: ${status}${message === null ? "" : ` (${message})`}  ${verdict}`,
    );
  }
  if (values.report !== undefined) await writeFile(values.report, hostileReport(results));
  console.log(`\nhostile: ${hostileSummary(results)}; the service kept its process: ${service.isRunning}`);
  return service.isRunning && results.every(({ problems }) => problems.length === 0) ? 0 : 1;
}
