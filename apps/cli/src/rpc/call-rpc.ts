import type { DescMethod, JsonObject } from "@bufbuild/protobuf";
import * as contract from "@quarry/api";
import type { QuarryClient } from "@quarry/client";
import { plain } from "../output/plain.ts";
import { printFields, printTable } from "../output/table.ts";
import { type Session, withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";
import type { AnyCommand } from "./rpc-command.ts";

type Fields = Readonly<Record<string, unknown>>;
type Send = (request: object, options: { readonly signal: AbortSignal }) => unknown;

/** Rpcs of the contract, by their names in the client. */
export const METHODS: ReadonlyMap<string, DescMethod> = new Map(
  Object.values(contract)
    .flatMap((exported) => ("kind" in exported && exported.kind === "service" ? exported.methods : []))
    .map((method) => [method.localName, method]),
);

/** Sends a request. The answer is a stream if the rpc streams. */
export const send = ({ client, signal }: Session, rpc: string, request: object): unknown => {
  const services = Object.values(client) as readonly (QuarryClient[keyof QuarryClient] &
    Readonly<Record<string, Send>>)[];
  return services.find((service) => rpc in service)![rpc]!(request, { signal });
};

/** Runs a command that is one rpc. */
export const callRpc = (command: AnyCommand, request: object, options: GlobalOptions): Promise<void> =>
  withSession(options, async (session) => {
    const { rpc, run, adjust, items, pageSize } = command;
    if (run !== undefined) return (await run())(session, request as never, options);
    const adjusted = adjust?.(request as never) ?? request;
    const answer =
      items === undefined || pageSize === undefined
        ? await send(session, rpc, adjusted)
        : { [items]: await allItems(session, rpc, adjusted, items, pageSize) };
    show(session, command, answer as Fields);
  });

/** Reads all pages. */
const allItems = async (session: Session, rpc: string, request: object, items: string, limit: number) => {
  const all: unknown[] = [];
  const hasCursor = METHODS.get(rpc)!.input.field["cursor"] !== undefined;
  for (let cursor: unknown; ;) {
    const start = hasCursor ? { cursor } : { offset: all.length };
    const answer = (await send(session, rpc, { ...request, ...start, limit })) as Fields;
    const page = answer[items] as readonly unknown[];
    all.push(...page);
    cursor = answer["nextCursor"] ?? undefined;
    // Items added meanwhile are appended at the end, so they are seen.
    if (hasCursor ? cursor === undefined : page.length < limit) return all;
  }
};

/** Prints an answer: as a table, a line, or its fields. */
export const show = ({ print, terminal }: Session, command: AnyCommand, answer: Fields): void => {
  const { rpc, items, isWhole, columns, line, fields, note } = command;
  const { output } = METHODS.get(rpc)!;
  const list = items === undefined ? [] : (answer[items] as readonly object[]);
  const isList = items !== undefined && isWhole !== true;
  print(isList ? output.field[items]!.message! : output, isList ? list : answer, () => {
    const text = line === undefined ? answer["message"] : line(answer as never);
    if (columns !== undefined) {
      const cells = Object.values(columns).map((cell) =>
        typeof cell === "string" ? (item: object) => (item as Fields)[cell] : cell,
      );
      printTable(
        terminal,
        Object.keys(columns),
        list.map((item) => cells.map((cell) => String(cell(item as never) ?? ""))),
      );
    } else if (typeof text === "string") terminal.print(text);
    else printFields(terminal, (fields?.(answer as never) ?? plain(output, answer)) as JsonObject);
    if (note !== undefined) terminal.note(note);
  });
};
