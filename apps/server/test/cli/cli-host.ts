import { Readable, Writable } from "node:stream";
import { run } from "../../../cli/src/run.ts";

/** Command line for a host, with the environment that the program would have been started in. */
export interface HostedCommand {
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly directory: string;
  readonly input: string;
}

/**
 * Replaces a standard output stream, so that listeners of one command don't affect the next. Returns a function that
 * returns the output.
 */
const captured = (name: "stdout" | "stderr"): (() => string) => {
  const chunks: Buffer[] = [];
  const value = new Writable({
    decodeStrings: true,
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  Object.defineProperty(process, name, { configurable: true, value });
  return () => Buffer.concat(chunks).toString("utf8");
};

process.on("message", ({ words, environment, directory, input }: HostedCommand) => {
  const stdout = captured("stdout");
  const stderr = captured("stderr");
  Object.defineProperty(process, "stdin", { configurable: true, value: Readable.from([Buffer.from(input)]) });
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.chdir(directory);
  // Set as in `main.ts`, and as Node does when a program ends before its top-level await.
  process.exitCode = 13;
  void run(words).then((code) => (process.exitCode = code));
  // The program ends when only the channel keeps the event loop alive; only then has the command ended.
  process.channel!.unref();
  process.once("beforeExit", (code) => {
    process.channel!.ref();
    process.send!({ code, stdout: stdout(), stderr: stderr() });
  });
});
