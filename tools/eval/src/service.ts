import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** A running service, and how to leave it. */
export interface EvaluatedService {
  readonly address: string;
  readonly secret: string;
  readonly close: () => Promise<void>;
}

/** The service at this address, or one of our own on an empty data folder. */
export const openService = async (address: string | undefined, secret: string): Promise<EvaluatedService> =>
  address === undefined ? await startService() : { address, secret, close: async () => undefined };

const startService = async (): Promise<EvaluatedService> => {
  const folder = await mkdtemp(join(tmpdir(), "quarry-eval-"));
  const secret = randomBytes(16).toString("hex");
  const child = spawn(process.execPath, ["tools/with-node.mjs", "apps/server/src/main.ts"], {
    cwd: ROOT,
    env: {
      ...process.env,
      SERVICE_PORT: "0",
      SERVICE_DATA_DIR: folder,
      SERVICE_API_SECRET: secret,
      SERVICE_LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    return {
      address: await addressOf(child),
      secret,
      close: async () => {
        const ended = once(child, "exit");
        child.kill();
        await ended;
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};

const addressOf = async (child: ChildProcess): Promise<string> => {
  let printed = "";
  for await (const piece of child.stdout!) {
    printed += String(piece);
    const address = /listens on (http:\S+)/.exec(printed)?.[1];
    if (address !== undefined) {
      child.stdout!.resume();
      return address;
    }
  }
  throw new Error(`the service did not start: ${printed}`);
};
