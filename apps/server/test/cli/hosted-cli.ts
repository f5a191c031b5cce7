import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { SOURCE_FLAGS } from "../harness/start-command.ts";
import { type CliOptions, type Ended, inherited } from "./cli.ts";
import type { HostedCommand } from "./cli-host.ts";

const HOST = fileURLToPath(new URL("cli-host.ts", import.meta.url));

/** Idle host processes. They end with the test file, whose end closes their channels. */
const idle: ChildProcess[] = [];

const openHost = (): ChildProcess => {
  const host = fork(HOST, { execArgv: [...SOURCE_FLAGS], env: inherited() });
  // An idle host must not keep the test process alive.
  host.unref();
  host.channel!.unref();
  return host;
};

/**
 * Runs `quarry` to its end without the tester's own settings, in a process that has already loaded it: starting the
 * program costs ten times as much as most commands. Tests that need the program's own process (signals, pipes, a
 * terminal) use `startCli`.
 */
export const runCli = async (
  words: readonly string[],
  { environment, directory = process.cwd(), input = "" }: CliOptions = {},
): Promise<Ended> => {
  const host = idle.pop() ?? openHost();
  const command: HostedCommand = { words, environment: { ...inherited(), ...environment }, directory, input };
  const ended = await new Promise<Ended>((resolve, reject) => {
    const gone = (code: number | null, signal: string | null) =>
      reject(new Error(`quarry ${words.join(" ")}: its process ended with ${code ?? signal}`));
    host.ref();
    host.channel!.ref();
    host.once("exit", gone).once("message", (message: Ended) => {
      host.off("exit", gone);
      resolve(message);
    });
    host.send(command);
  });
  host.unref();
  host.channel!.unref();
  idle.push(host);
  return ended;
};
