import { until } from "../harness/until.ts";
import type { ExampleCopy, Running } from "./example-copy.ts";

const running = new Set<Running>();
process.once("exit", () => {
  for (const each of running) each.process.kill("SIGKILL");
});

/** Plugin started as in its README, but on a free port, which stays the same after a restart. */
export class PluginProcess {
  readonly #copy: ExampleCopy;
  readonly #command: string;
  readonly #environment: Readonly<Record<string, string>>;
  #running: Running | undefined;
  #address = "127.0.0.1:0";

  private constructor(copy: ExampleCopy, command: string, environment: Readonly<Record<string, string>>) {
    this.#copy = copy;
    this.#command = command;
    this.#environment = environment;
  }

  /** Starts the plugin. `program` is part of the README's line that starts it. */
  static async start(
    copy: ExampleCopy,
    program: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<PluginProcess> {
    const line = copy.commands[1]!.split("\n").find((candidate) => candidate.includes(program));
    if (line === undefined) throw new Error(`the README does not start ${program}`);
    return PluginProcess.run(copy, line.replace(/ &$/, ""), environment);
  }

  /** Runs a command that listens at the `127.0.0.1:<port>` in it. */
  static async run(
    copy: ExampleCopy,
    command: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<PluginProcess> {
    const plugin = new PluginProcess(copy, command, environment);
    await plugin.start();
    return plugin;
  }

  get address(): string {
    return `http://${this.#address}`;
  }

  async start(): Promise<void> {
    // `exec` replaces the shell, so that signals reach the plugin.
    const command = `exec ${this.#command.replace(/127\.0\.0\.1:\d+/, this.#address)}`;
    const started = this.#copy.start(command, this.#environment);
    this.#running = started;
    running.add(started);
    this.#address = await until(
      () => `${command} to listen; it said ${started.stdout()}${started.stderr()}`,
      () => /listening on (\S+)\n/.exec(started.stdout())?.[1],
    );
  }

  /** Kills the process, as a crash does. */
  kill(): Promise<number | null> {
    return this.#end("SIGKILL");
  }

  /** Stops the process as an operator does. Returns the exit code. */
  stop(): Promise<number | null> {
    return this.#end("SIGTERM");
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = this.#running!;
    ending.process.kill(signal);
    const { code } = await ending.ended;
    running.delete(ending);
    return code;
  }
}
