// Runs an exported function in a new process and measures its resources, so that they belong to a parser alone.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ownUsage, type Usage } from "@quarry/services/kit";

const PROGRAM = fileURLToPath(import.meta.url);
/** Default heap of a thread or process that parses (SERVICE_PARSE_MEMORY_MB). */
const HEAP_FLAG = "--max-old-space-size=1024";

export interface Apart<Result> extends Usage {
  readonly result: Result;
}

/**
 * Calls the export `name` of `module` in a separate process, with a JSON-serialisable argument. CPU time is measured
 * from the call on.
 */
export const apart = async <Result>(module: string, name: string, argument: unknown): Promise<Apart<Result>> => {
  const order = JSON.stringify({ module, name, argument });
  const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, HEAP_FLAG, PROGRAM, order]);
  return JSON.parse(stdout) as Apart<Result>;
};

if (process.argv[1] === PROGRAM) {
  const { module, name, argument } = JSON.parse(process.argv[2]!) as {
    module: string;
    name: string;
    argument: unknown;
  };
  const work = ((await import(module)) as Record<string, (argument: unknown) => unknown>)[name]!;
  const before = ownUsage();
  const result = await work(argument);
  const usage = ownUsage();
  console.log(JSON.stringify({ ...usage, cpuMs: usage.cpuMs - before.cpuMs, result }));
}
