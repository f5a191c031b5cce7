import type { DescMessage, DescMethod, JsonObject, JsonValue } from "@bufbuild/protobuf";
import { UsageError } from "../failures.ts";
import { plain } from "../output/plain.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";
import { METHODS, send } from "./call-rpc.ts";

/** Whether an rpc streams files. JSON can neither send nor show them. */
const isFile = ({ methodKind, output }: DescMethod): boolean =>
  methodKind === "client_streaming" || (methodKind === "server_streaming" && output.field["chunk"] !== undefined);

/** Calls any rpc by its name, and prints its answer as JSON. Prints each message of a stream. */
export const callMethod = (name: string, fields: JsonObject | readonly [], options: GlobalOptions): Promise<void> =>
  withSession(options, async (session) => {
    const method = METHODS.get(name);
    if (method === undefined || isFile(method)) {
      const names = [...METHODS.values()].filter((each) => !isFile(each)).map(({ localName }) => localName);
      throw new UsageError(`${JSON.stringify(name)}: must be one of ${names.toSorted().join(", ")}`);
    }
    // Commander gives an empty list if there are no fields.
    const request = Array.isArray(fields) ? {} : (localNames(method.input, fields as JsonObject) as object);
    const answer = send(session, name, request);
    if (method.methodKind === "unary") session.printJson(plain(method.output, await answer));
    else for await (const each of answer as AsyncIterable<unknown>) session.printJson(plain(method.output, each));
  });

/** Converts the field names of the REST API to the client's. */
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
