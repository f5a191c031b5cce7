import { existsSync } from "node:fs";
import { join } from "node:path";
import { runOrExplain } from "./run-or-explain.ts";
import type { Service } from "./service.ts";

const VERSION = "1.5.9";
const PORT = 18_000;

/** Chroma server of the Python package; requires Python 3.10 or newer with venv. */
export const chroma: Service = {
  name: "chroma",
  version: VERSION,
  port: PORT,
  addressVariable: "CHROMA_URL",
  install: (folder) => {
    const program = join(folder, "bin", "chroma");
    if (existsSync(program)) return;
    const needs = "Python 3.10 or newer with venv (Debian: apt-get install python3-venv)";
    runOrExplain("python3", ["-m", "venv", "--clear", folder], needs);
    runOrExplain(
      join(folder, "bin", "pip"),
      ["install", "--quiet", "--disable-pip-version-check", `chromadb==${VERSION}`],
      needs,
    );
  },
  command: (folder) => chromaCommand(folder, join(folder, "data"), PORT),
  environment: { ANONYMIZED_TELEMETRY: "False" },
  // It ignores SIGTERM, and loses nothing when it is killed.
  stopSignal: "SIGKILL",
  healthPath: "/api/v2/heartbeat",
};

/** Returns the command of a server with its own data folder; only SIGKILL ends it. */
export const chromaCommand = (
  installed: string,
  data: string,
  port: number,
): readonly [program: string, ...args: string[]] => [
  join(installed, "bin", "chroma"),
  "run",
  ...["--path", data, "--host", "127.0.0.1", "--port", String(port)],
];
