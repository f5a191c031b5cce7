import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { PartialFailure } from "../failures.ts";

/** Line that the service prints once it listens. */
const LISTENS = /listens on (http:\S+)/;

/** Characters retained of the output of a service that does not start. The reason is at its end. */
const MAX_OUTPUT_CHARACTERS = 2_000;

/**
 * Starts a service on this machine's data folder, on a port that no other process knows, runs `work`, and stops the
 * service.
 */
export const withOwnService = async (work: (url: string) => Promise<void>): Promise<void> => {
  const program = fileURLToPath(import.meta.resolve("@quarry/server"));
  const child = spawn(process.execPath, [...process.execArgv, program], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, QUARRY_ENDS_WITH_PARENT: "1", SERVICE_HOST: "127.0.0.1", SERVICE_PORT: "0" },
  });
  const ended = once(child, "exit");
  let reported = "";
  child.stderr
    .setEncoding("utf8")
    .on("data", (text: string) => (reported = (reported + text).slice(-MAX_OUTPUT_CHARACTERS)));
  const listening = new Promise<string>((resolve) => {
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed = (printed + text).slice(-MAX_OUTPUT_CHARACTERS);
      const url = LISTENS.exec(printed)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  try {
    const url = await Promise.race([listening, ended.then(() => undefined)]);
    if (url === undefined) throw new PartialFailure(`the service did not start: ${reported.trim()}`);
    await work(url);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
};
