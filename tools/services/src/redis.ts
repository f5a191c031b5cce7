import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { runOrExplain } from "./run-or-explain.ts";
import type { Service } from "./service.ts";

const PORT = 16_379;

/** Redis from the system's packages, as an ordinary process with its own folder. */
export const redis: Service = {
  name: "redis",
  // Version of Debian 12; a newer one works as well.
  version: "7.0",
  port: PORT,
  addressVariable: "REDIS_URL",
  address: `redis://127.0.0.1:${PORT}`,
  install: (folder) => {
    runOrExplain("redis-server", ["--version"], "Redis 6.2 or newer (Debian: apt-get install redis-server)");
    mkdirSync(join(folder, "data"), { recursive: true });
  },
  command: (folder) => redisCommand(join(folder, "data"), PORT),
};

/**
 * Returns the command of a server that stores its data in an existing folder, as in production; jobs must never be
 * evicted.
 */
export const redisCommand = (data: string, port: number): readonly [program: string, ...args: string[]] => [
  "redis-server",
  ...["--port", String(port), "--bind", "127.0.0.1", "--dir", data],
  ...["--appendonly", "yes", "--save", "", "--maxmemory-policy", "noeviction"],
];
