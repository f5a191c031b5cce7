import { existsSync } from "node:fs";
import { join } from "node:path";
import { runOrExplain } from "./run-or-explain.ts";
import type { Service } from "./service.ts";

const VERSION = "5.2.5";
const PORT = 14_568;

/** Pinned, and limited to the requirements of its S3: `moto[server]` would install three times as much. */
const PACKAGES = [
  `moto==${VERSION}`,
  ...["flask==3.1.2", "flask-cors==6.0.1", "PyYAML==6.0.3", "py-partiql-parser==0.6.3"],
];

/**
 * S3 of moto: multipart uploads with all their rules, paged lists, ranges. It stores objects in memory, accepts any
 * credentials, doesn't verify checksums, and reports 2010 as the start of every upload.
 */
export const s3: Service = {
  name: "s3",
  version: VERSION,
  port: PORT,
  addressVariable: "S3_URL",
  install: (folder) => {
    if (existsSync(s3Program(folder))) return;
    const needs = "Python 3.10 or newer with venv (Debian: apt-get install python3-venv)";
    runOrExplain("python3", ["-m", "venv", "--clear", folder], needs);
    runOrExplain(join(folder, "bin", "pip"), ["install", "--quiet", "--disable-pip-version-check", ...PACKAGES], needs);
  },
  command: (folder) => s3Command(folder, PORT),
  // Small pages, so that a test needs few objects for several pages.
  environment: { MOTO_S3_DEFAULT_MAX_KEYS: "100" },
  healthPath: "/moto-api/",
};

/** Returns the command of a server on another port; `folder` is its installation. */
export const s3Command = (folder: string, port: number): readonly [program: string, ...args: string[]] => [
  s3Program(folder),
  ...["-H", "127.0.0.1", "-p", String(port)],
];

const s3Program = (folder: string): string => join(folder, "bin", "moto_server");
