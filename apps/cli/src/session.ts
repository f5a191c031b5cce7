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
  /** Aborted by Ctrl-C; of a command that ends gently by the second one. */
  readonly signal: AbortSignal;
  /**
   * Signal of a graceful stop: of a command that supports it, aborted by the first Ctrl-C; else the same as `signal`.
   */
  readonly stopping: AbortSignal;
  /** Prints answers as JSON when that was asked for, else as `show` does. */
  print(schema: DescMessage, answer: object | readonly object[], show: () => void): void;
  printJson(value: unknown): void;
}

export interface SessionOptions {
  /** Whether the first Ctrl-C asks the command to finish what it is at. Default: it breaks off. */
  readonly endsGently?: boolean;
}

/** Runs a command with a connection to the service, and ends the connection. */
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
    // A further Ctrl-C is meant: the signal then ends the process as it does any program.
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
