import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { createQuarryClient, type QuarryClient } from "@quarry/client";
import { connectTransport } from "@quarry/client/node";
import { plain } from "./output/plain.ts";
import { type Terminal, terminal } from "./output/terminal.ts";
import { type GlobalOptions, serviceAddress } from "./settings.ts";

/** What a command works with. */
export interface Session {
  readonly client: QuarryClient;
  readonly terminal: Terminal;
  readonly isJson: boolean;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Prints messages as JSON when that was asked for, else as `show` does. */
  print<Schema extends DescMessage>(
    schema: Schema,
    message: MessageShape<Schema> | readonly MessageShape<Schema>[],
    show: () => void,
  ): void;
  printJson(value: unknown): void;
}

/** Runs a command with a connection to the service, and ends the connection. */
export const withSession = async (options: GlobalOptions, work: (session: Session) => Promise<void>): Promise<void> => {
  const { url, apiKey } = serviceAddress(options, process.env);
  const client = createQuarryClient({
    baseUrl: url,
    transport: connectTransport({ baseUrl: url }),
    ...(apiKey !== undefined && { apiKey }),
    ...(options.timeout !== undefined && { timeoutMs: options.timeout * 1_000 }),
  });
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const output = terminal();
  const printJson = (value: unknown) => output.print(JSON.stringify(value, undefined, 2));
  try {
    await work({
      client,
      terminal: output,
      isJson: options.json === true,
      signal: controller.signal,
      printJson,
      print: (schema, message, show) => {
        if (options.json !== true) return show();
        const isList = Array.isArray as (value: unknown) => value is readonly MessageShape<typeof schema>[];
        printJson(isList(message) ? message.map((each) => plain(schema, each)) : plain(schema, message));
      },
    });
  } finally {
    output.status(undefined);
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    client.close();
  }
};
