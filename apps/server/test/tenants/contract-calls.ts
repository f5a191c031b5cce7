import {
  create,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescMethodStreaming,
  type DescMethodUnary,
  getOption,
  toJson,
} from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import * as contract from "@quarry/api";

/** All rpcs of the contract; new ones are included automatically. */
export const METHODS: readonly DescMethod[] = Object.values(contract)
  .filter((value) => typeof value === "object" && "kind" in value && value.kind === "service")
  .flatMap((service) => service.methods as readonly DescMethod[]);

/** Values of request fields, by their names in the contract. */
export type Given = Readonly<Record<string, unknown>>;

type Fields = Record<string, unknown>;

/** Builds a request from all of the given values that have a field in it. */
export const requestOf = (message: DescMessage, input: Given): Fields => {
  const fields: Fields = {};
  for (const field of message.fields) {
    const value = valueOf(field, input);
    if (value === undefined) continue;
    if (field.oneof === undefined) fields[field.localName] = value;
    else fields[field.oneof.localName] ??= { case: field.localName, value };
  }
  return fields;
};

const valueOf = (field: DescField, input: Given): unknown => {
  const value = input[field.name];
  if (field.fieldKind === "list") {
    if (field.listKind === "message") return value === undefined ? undefined : [requestOf(field.message, input)];
    return field.listKind === "enum" ? undefined : value === undefined ? undefined : [value].flat();
  }
  if (field.fieldKind === "scalar") {
    const one: unknown = Array.isArray(value) ? value[0] : value;
    // A filter in a query string is JSON.
    return one?.constructor === Object ? JSON.stringify(one) : one;
  }
  if (field.fieldKind !== "message") return undefined;
  if (field.message.typeName === "google.protobuf.Struct") return value;
  return field.message.typeName.startsWith("quarry.") ? requestOf(field.message, input) : undefined;
};

/** Returns the messages of a streamed request: each kind once, in the order of the contract. */
const streamOf = (message: DescMessage, input: Given): readonly Fields[] =>
  message.fields.flatMap((field) => {
    const value = valueOf(field, input);
    return value === undefined ? [] : [{ [field.oneof!.localName]: { case: field.localName, value } }];
  });

export interface Called {
  readonly isDone: boolean;
  readonly text: string;
  /** Error code of a failure: Connect's code, or that of the REST body, in lower case. */
  readonly code?: string;
}

export type Caller = (method: DescMethod, input: Given) => Promise<Called>;

/** Calls by Connect or gRPC. Returns the whole response as text, headers included. */
export const callerOver = (kind: "connect" | "grpc", baseUrl: string, token: string): Caller => {
  const transport: Transport =
    kind === "grpc"
      ? createGrpcTransport({ baseUrl })
      : createConnectTransport({ baseUrl, httpVersion: "1.1", useBinaryFormat: false });
  const headers = { authorization: `Bearer ${token}` };
  return async (method, value) => {
    try {
      if (method.methodKind === "unary") {
        const input = create(method.input, requestOf(method.input, value));
        const { message, header, trailer } = await transport.unary(
          method as DescMethodUnary,
          undefined,
          undefined,
          headers,
          input,
        );
        const text = [JSON.stringify(toJson(method.output, message)), ...header.values(), ...trailer.values()].join(
          "\n",
        );
        return { isDone: true, text };
      }
      const inputs =
        method.methodKind === "server_streaming" ? [requestOf(method.input, value)] : streamOf(method.input, value);
      const input = (async function* () {
        for (const each of inputs) yield create(method.input, each);
      })();
      const answer = await transport.stream(method as DescMethodStreaming, undefined, undefined, headers, input);
      const texts = [...answer.header.values()];
      for await (const message of answer.message) texts.push(textOf(method.output, message));
      return { isDone: true, text: texts.join("\n") };
    } catch (error) {
      const { code, rawMessage, metadata, details } = ConnectError.from(error);
      const text = [rawMessage, ...metadata.values(), JSON.stringify(details)].join("\n");
      return { isDone: false, text, code: Code[code].replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase() };
    }
  };
};

/** Decodes bytes, which are base64 in JSON, so that a text search finds words in them. */
const textOf = (output: DescMessage, message: unknown): string => {
  const chunk = (message as { message?: { value?: unknown } }).message?.value;
  return chunk instanceof Uint8Array
    ? Buffer.from(chunk).toString("latin1")
    : JSON.stringify(toJson(output, message as never));
};

/** Calls by REST, as the contract maps it. */
export const callerOverRest = (baseUrl: string, token: string): Caller => {
  return async (method, input) => {
    const { pattern, body } = getOption(method, contract.http);
    const json = toJson(method.input, create(method.input, requestOf(method.input, input)), {
      useProtoFieldName: true,
    }) as Record<string, unknown>;
    // REST's JSON has numbers where the contract has their bytes.
    if (json["vector"] !== undefined) json["vector"] = [1, 0, 0, 0];
    const template = pattern.value as string;
    const inPath = new Set<string>();
    const path = template.replace(/\{([a-z_.]+)\}/g, (_, name: string) => {
      const field = name.split(".").at(-1)!;
      inPath.add(field);
      return encodeURIComponent(String([input[field]].flat()[0]));
    });
    const rest = Object.fromEntries(Object.entries(json).filter(([name]) => !inPath.has(name)));
    const scalars = Object.entries(rest).filter(([, value]) => typeof value !== "object") as [string, string][];
    const url = new URL(path + (body === "" ? `?${new URLSearchParams(scalars)}` : ""), baseUrl);
    const kind = getOption(method, contract.body_kind);
    const response = await fetch(url, {
      method: pattern.case!.toUpperCase(),
      headers: { authorization: `Bearer ${token}`, ...(kind === contract.BodyKind.MULTIPART ? {} : JSON_BODY) },
      ...(body !== "" && { body: kind === contract.BodyKind.MULTIPART ? formOf(method, input) : JSON.stringify(rest) }),
    });
    const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
    return {
      isDone: response.ok,
      text: [...response.headers.values(), text].join("\n"),
      ...(!response.ok && { code: (JSON.parse(text) as { readonly code: string }).code }),
    };
  };
};

const JSON_BODY = { "content-type": "application/json" };

const formOf = (method: DescMethod, { metadata, filename, chunk }: Given): FormData => {
  const form = new FormData();
  form.append("metadata", JSON.stringify(metadata));
  const part = getOption(method, contract.max_files) > 1 ? "files" : "file";
  form.append(part, new Blob([chunk as Uint8Array<ArrayBuffer>]), String(filename));
  return form;
};
