import type { DescMessage } from "@bufbuild/protobuf";
import { createQuarryClient, type QuarryClient } from "@quarry/client";
import { connectTransport } from "@quarry/client/node";
import { plain } from "./output/plain.ts";
import { type Terminal, terminal } from "./output/terminal.ts";
import { type GlobalOptions, serviceAddress } from "./settings.ts";

/** Dependencies of a command. */
export interface Session {
  readonly client: QuarryClient;
  readonly terminal: Terminal;
  readonly isJson: boolean;
  /** Aborted by Ctrl-C. For a command that stops gracefully, aborted by the second Ctrl-C. */
  readonly signal: AbortSignal;
  /**
   * Signal of a graceful stop: aborted by the first Ctrl-C if the command supports it, otherwise the same as `signal`.
   */
  readonly stopping: AbortSignal;
  /** Prints answers as JSON if requested, otherwise calls `show`. */
  print(schema: DescMessage, answer: object | readonly object[], show: () => void): void;
  printJson(value: unknown): void;
}

export interface SessionOptions {
  /** Whether the first Ctrl-C lets the command finish its current work. Default: it aborts. */
  readonly endsGently?: boolean;
}

/** Runs a command with a connection to the service, and closes the connection. */
export const withSession = async (
  options: GlobalOptions,
  work: (session: Session) => Promise<void>,
  { endsGently = false }: SessionOptions = {},
): Promise<void> => {
  const { url, apiKey } = serviceAddress(options, process.env);
  const client = createQuarryClient({
    baseUrl: url,
    transport: connectTransport({ baseUrl: url }),
    ...(apiKey !== undefined && { apiKey }),
    ...(options.timeout !== undefined && { timeoutMs: options.timeout * 1_000 }),
  });
  const stopping = new AbortController();
  const broken = new AbortController();
  const interrupt = () => {
    if (stopping.signal.aborted || !endsGently) broken.abort();
    stopping.abort();
    // A further Ctrl-C is intentional: the signal then ends the process as usual.
    if (broken.signal.aborted) process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  };
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  const output = terminal();
  const printJson = (value: unknown) => output.print(JSON.stringify(value, undefined, 2));
  try {
    await work({
      client,
      terminal: output,
      isJson: options.json === true,
      signal: broken.signal,
      stopping: stopping.signal,
      printJson,
      print: (schema, answer, show) => {
        if (options.json !== true) return show();
        const isList = Array.isArray as (value: unknown) => value is readonly object[];
        printJson(isList(answer) ? answer.map((each) => plain(schema, each)) : plain(schema, answer));
      },
    });
  } finally {
    output.status(undefined);
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    client.close();
  }
};
