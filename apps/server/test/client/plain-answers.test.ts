import {
  create,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescService,
  ScalarType,
} from "@bufbuild/protobuf";
import { createRouterTransport } from "@connectrpc/connect";
import * as contract from "@quarry/api";
import { createQuarryClient, type QuarryClient } from "@quarry/client";
import { messageEncoder } from "@quarry/http/protocols";
import { expect, test } from "vitest";
import { camelCased } from "./camel-cased.ts";

const STRUCT = "google.protobuf.Struct";
const TIMESTAMP = "google.protobuf.Timestamp";
const SERVICES = Object.values(contract as Readonly<Record<string, unknown>>).filter(
  (value): value is DescService => (value as Partial<DescService> | null)?.kind === "service",
);
const METHODS = SERVICES.flatMap(({ methods }) => methods);

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns a message with all of its fields, or only with those that a handler always sets. `choice` is the field of a
 * oneof that is set.
 */
const sample = (schema: DescMessage, isFull: boolean, choice: number): Fields => {
  const message: Record<string, unknown> = {};
  for (const field of schema.fields) {
    if (field.oneof !== undefined) {
      if (field.oneof.fields[choice % field.oneof.fields.length] !== field) continue;
      message[field.oneof.localName] = { case: field.localName, value: valueOf(field, isFull, choice) };
    } else if (isFull || field.enum !== undefined) {
      const value = valueOf(field, isFull, choice);
      message[field.localName] = field.fieldKind === "list" ? (isFull ? [value, value] : []) : value;
    }
  }
  return create(schema, message) as unknown as Fields;
};

const valueOf = (field: DescField, isFull: boolean, choice: number): unknown => {
  if (field.enum !== undefined) return field.enum.values.at(-1)!.number;
  if (field.message?.typeName === STRUCT) return { snake_case: 1, camelCase: [null, { a_b: "c" }] };
  // Finer than a millisecond, a precision that JSON does not show.
  if (field.message?.typeName === TIMESTAMP) return { seconds: 1_796_000_000n, nanos: 123_987_654 };
  if (field.message !== undefined) return sample(field.message, isFull, choice);
  if (field.scalar === ScalarType.STRING) return `${field.name} €`;
  if (field.scalar === ScalarType.BOOL) return true;
  if (field.scalar === ScalarType.DOUBLE) return 0.1;
  if (field.scalar === ScalarType.INT64) return BigInt(Number.MAX_SAFE_INTEGER);
  return field.scalar === ScalarType.BYTES ? new Uint8Array(new Float32Array([0.5, -2]).buffer) : 7;
};

const samplesOf = (schema: DescMessage): readonly Fields[] => {
  const choices = Math.max(1, ...schema.oneofs.map(({ fields }) => fields.length));
  return [false, true].flatMap((isFull) =>
    Array.from({ length: choices }, (_, choice) => sample(schema, isFull, choice)),
  );
};

const stream = async function* <Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
};

/** Creates a client of a service that responds to every call with these messages. */
const clientOf = (answers: (schema: DescMessage) => readonly Fields[]): QuarryClient => {
  const transport = createRouterTransport(({ service }) => {
    for (const each of SERVICES) {
      const handlers = each.methods.map((method) => {
        const all = answers(method.output);
        const handler = method.methodKind === "server_streaming" ? () => stream(all) : () => all[0];
        return [method.localName, handler];
      });
      service(each, Object.fromEntries(handlers) as object);
    }
  });
  return createQuarryClient({ baseUrl: "http://service", transport });
};

type Call = (request: unknown) => unknown;

/** Returns all responses of a method. */
const callAll = async (method: DescMethod, samples: readonly Fields[]): Promise<readonly unknown[]> => {
  const answersOf = async (each: readonly Fields[]): Promise<readonly unknown[]> => {
    const services = Object.values(clientOf(() => each)) as readonly Readonly<Record<string, Call>>[];
    const call = services.find((service) => method.localName in service)![method.localName]!;
    if (method.methodKind === "server_streaming") return Array.fromAsync(call({}) as AsyncIterable<unknown>);
    return [await call(method.methodKind === "client_streaming" ? stream([{}]) : {})];
  };
  if (method.methodKind === "server_streaming") return answersOf(samples);
  return (await Promise.all(samples.map((each) => answersOf([each])))).flat();
};

test.each(METHODS.map((method) => [method.localName, method] as const))(
  "%s returns the same content as the REST API's JSON",
  async (_, method) => {
    const samples = samplesOf(method.output);
    const answers = await callAll(method, samples);
    const encode = messageEncoder(method.output);
    expect(answers).toStrictEqual(samples.map((message) => camelCased(method.output, encode(message))));
    const texts = answers.filter(
      (answer) => !Object.values(answer as Fields).some((value) => value instanceof Uint8Array),
    );
    expect(JSON.parse(JSON.stringify(texts))).toStrictEqual(texts);
  },
);
