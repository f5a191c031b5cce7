import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { EXIT } from "../failures.ts";

interface ServeOptions {
  readonly host?: string;
  readonly port?: number;
  readonly dataDir?: string;
  readonly config?: string;
}

/** Starts the server program with these settings. Returns its exit code when it ends. */
export const serve = async ({ host, port, dataDir, config }: ServeOptions): Promise<number> => {
  const program = fileURLToPath(import.meta.resolve("@quarry/server"));
  const child = spawn(process.execPath, [...process.execArgv, program], {
    stdio: "inherit",
    env: {
      ...process.env,
      QUARRY_ENDS_WITH_PARENT: "1",
      ...(host !== undefined && { SERVICE_HOST: host }),
      ...(port !== undefined && { SERVICE_PORT: String(port) }),
      ...(dataDir !== undefined && { SERVICE_DATA_DIR: dataDir }),
      ...(config !== undefined && { SERVICE_CONFIG: config }),
    },
  });
  // Signals are forwarded: the server decides how to stop, and finishes its current work.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? EXIT.failure;
};
