import type { DescMessage, DescMethod, JsonObject, JsonValue } from "@bufbuild/protobuf";
import { UsageError } from "../failures.ts";
import { plain } from "../output/plain.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";
import { METHODS, send } from "./call-rpc.ts";

/** Streams of files, which JSON can neither give nor show. */
const isFile = ({ methodKind, output }: DescMethod): boolean =>
  methodKind === "client_streaming" || (methodKind === "server_streaming" && output.field["chunk"] !== undefined);

/** Calls any rpc by its name, and prints its answer as JSON; of a stream, each message. */
export const callMethod = (name: string, fields: JsonObject | readonly [], options: GlobalOptions): Promise<void> =>
  withSession(options, async (session) => {
    const method = METHODS.get(name);
    if (method === undefined || isFile(method)) {
      const names = [...METHODS.values()].filter((each) => !isFile(each)).map(({ localName }) => localName);
      throw new UsageError(`${JSON.stringify(name)}: must be one of ${names.toSorted().join(", ")}`);
    }
    // No fields are an empty list to the command line.
    const request = Array.isArray(fields) ? {} : (localNames(method.input, fields as JsonObject) as object);
    const answer = send(session, name, request);
    if (method.methodKind === "unary") session.printJson(plain(method.output, await answer));
    else for await (const each of answer as AsyncIterable<unknown>) session.printJson(plain(method.output, each));
  });

/** Names of fields as the client has them, for those of the REST API. */
const localNames = (schema: DescMessage, value: JsonValue): unknown => {
  if (Array.isArray(value)) return value.map((item) => localNames(schema, item));
  if (typeof value !== "object" || value === null || schema.typeName.startsWith("google.protobuf.")) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const field = schema.fields.find((each) => each.name === name);
      return [field?.localName ?? name, field?.message === undefined ? item : localNames(field.message, item)];
    }),
  );
};
