import { Readable, Writable } from "node:stream";
import { run } from "../../../cli/src/run.ts";

/** A command line for a host, with the surroundings that the program would have been started in. */
export interface HostedCommand {
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly directory: string;
  readonly input: string;
}

/** Replaces a standard output, so that no listener of one command meets the next; gives what is written to it. */
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
  // As `main.ts` leaves it, and as Node does where a program ends before its top-level await.
  process.exitCode = 13;
  void run(words).then((code) => (process.exitCode = code));
  // The program would end when nothing but the channel is left to wait for; then, and not before, the command has ended.
  process.channel!.unref();
  process.once("beforeExit", (code) => {
    process.channel!.ref();
    process.send!({ code, stdout: stdout(), stderr: stderr() });
  });
});
