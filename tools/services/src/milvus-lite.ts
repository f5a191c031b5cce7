import { existsSync } from "node:fs";
import { join } from "node:path";
import { runOrExplain } from "./run-or-explain.ts";
import type { Service } from "./service.ts";

const VERSION = "3.2.2";
const PYMILVUS_VERSION = "3.0.2";
const PORT = 19_530;

/** Milvus Lite by the makers of Milvus: it has Milvus's wire protocol and semantics, but another engine. */
export const milvusLite: Service = {
  name: "milvus-lite",
  version: VERSION,
  port: PORT,
  addressVariable: "MILVUS_URL",
  install: (folder) => {
    if (existsSync(join(folder, "bin", "milvus-lite"))) return;
    const needs = "Python 3.10 or newer with venv (Debian: apt-get install python3-venv)";
    const packages = [`milvus-lite==${VERSION}`, `pymilvus==${PYMILVUS_VERSION}`];
    runOrExplain("python3", ["-m", "venv", "--clear", folder], needs);
    runOrExplain(join(folder, "bin", "pip"), ["install", "--quiet", "--disable-pip-version-check", ...packages], needs);
  },
  command: (folder) => milvusLiteCommand(folder, join(folder, "data"), PORT),
};

/** Returns the command of a server with its own data folder. */
export const milvusLiteCommand = (
  installed: string,
  data: string,
  port: number,
): readonly [program: string, ...args: string[]] => [
  join(installed, "bin", "milvus-lite"),
  "server",
  ...["--data-dir", data, "--host", "127.0.0.1", "--port", String(port)],
];
