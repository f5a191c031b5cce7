import { spawn } from "node:child_process";
import { once } from "node:events";

/** A service in a separate process. */
export interface RunningService extends AsyncDisposable {
  readonly address: string;
  /** Returns the output so far. */
  readonly log: () => string;
}

/**
 * Starts a service, or a plugin in Python, by its command, on a free loopback port unless the environment specifies
 * another. Fails with its log if it doesn't become ready.
 */
export const startService = async (
  [program, ...words]: readonly [string, ...string[]],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<RunningService> => {
  const child = spawn(program, words, {
    cwd: folder,
    env: { SERVICE_HOST: "127.0.0.1", SERVICE_PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let log = "";
  const address = new Promise<string>((resolve) => {
    const read = (text: string): void => {
      log += text;
      const found = /listen(?:s|ing) on (?:http:\/\/)?(\S+)/.exec(log)?.[1];
      if (found !== undefined) resolve(`http://${found}`);
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
  });
  const died = ended.then(() => {
    throw new Error(`the service ended before it listened:\n${log}`);
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  return { address: await Promise.race([address, died]), log: () => log, [Symbol.asyncDispose]: stop };
};
