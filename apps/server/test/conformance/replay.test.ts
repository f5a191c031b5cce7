import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type DescMessage, equals, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { createConnectTransport } from "@connectrpc/connect-web";
import { createQuarryClient, type QuarryClient, QuarryError, type UploadOptions } from "@quarry/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { camelCased } from "../client/camel-cased.ts";
import { type Json, methodOf, type RestRequest } from "./contract.ts";

/** `@quarry/client` replays the recorded exchanges: over Connect with JSON, and its form upload over REST. */
const FILE = new URL("../../../../clients/conformance/exchanges.json", import.meta.url);

interface Conversation {
  readonly request: RestRequest;
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
}

interface Exchange {
  readonly name: string;
  readonly method: string;
  readonly arguments: Json;
  readonly files?: readonly { readonly filename: string; readonly text: string }[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly result?: unknown;
  readonly error?: { readonly detail: string; readonly code: string };
  readonly rest: Conversation;
  readonly connect?: Conversation;
}

const { exchanges } = JSON.parse(readFileSync(FILE, "utf8")) as { readonly exchanges: readonly Exchange[] };

const rpcOf = ({ method }: Exchange) => methodOf(method.replace("quarry.v1.", ""));

const conversationOf = (exchange: Exchange): Conversation | undefined =>
  exchange.method.endsWith(".UploadDocument") ? exchange.rest : exchange.connect;

let server: Server;
let client: QuarryClient;
let answer: Conversation["response"];
let seen: { readonly request: IncomingMessage; readonly body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    seen.push({ request, body: (await buffer(request)).toString() });
    response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = createConnectTransport({ baseUrl, useBinaryFormat: false });
  client = createQuarryClient({ baseUrl, apiKey: "a-key", transport });
});

afterAll(() => server.close());

type Call = (request: unknown, options: object) => Promise<unknown>;

const replay = (exchange: Exchange): Promise<unknown> => {
  const method = rpcOf(exchange);
  const request = camelCased(method.input, exchange.arguments);
  const [file] = exchange.files ?? [];
  if (file !== undefined) {
    const collection = String(exchange.arguments["collection_name"]);
    return client.documents.upload(collection, new File([file.text], file.filename), request as UploadOptions);
  }
  const services = Object.values(client) as readonly Readonly<Record<string, Call>>[];
  const call = services.find((service) => method.localName in service)![method.localName]!;
  return call(request, { headers: exchange.headers ?? {} });
};

/**
 * Protobuf's JSON can express the same message in several ways: names in camelCase or as in the contract, defaults
 * present or omitted.
 */
const expectSame = (schema: DescMessage, sent: string, recorded: unknown): void => {
  const [one, other] = [JSON.parse(sent) as JsonValue, recorded as JsonValue].map((json) => fromJson(schema, json));
  expect(equals(schema, one!, other!), `sent ${sent}, recorded ${JSON.stringify(recorded)}`).toBe(true);
};

const expectRequest = (exchange: Exchange, { request: recorded }: Conversation): void => {
  expect(seen).toHaveLength(1);
  const [{ request, body }] = seen as [(typeof seen)[number]];
  expect([request.method, request.url]).toEqual([recorded.verb, recorded.path]);
  expect(request.headers["authorization"]).toBe("Bearer a-key");
  expect(request.headers).toMatchObject(exchange.headers ?? {});
  const type = String(request.headers["content-type"]);
  const boundary = /boundary=(.+)/.exec(type)?.[1];
  if (boundary === undefined) {
    expect(request.headers).toMatchObject(recorded.headers);
    expectSame(rpcOf(exchange).input, body, recorded.body);
  } else {
    expect(type.replace(boundary, "quarry-conformance")).toBe(recorded.headers["content-type"]);
    expect(body.replaceAll(boundary, "quarry-conformance")).toBe(recorded.body);
  }
};

const conversations = exchanges.flatMap((exchange) => {
  const conversation = conversationOf(exchange);
  return conversation === undefined ? [] : [[exchange.name, exchange, conversation] as const];
});

test.each(conversations)("%s", async (_, exchange, conversation) => {
  seen = [];
  answer = conversation.response;
  const outcome = await replay(exchange).catch((error: unknown) => error);
  expectRequest(exchange, conversation);
  if (exchange.error === undefined) {
    expect(outcome).toStrictEqual(camelCased(rpcOf(exchange).output, exchange.result));
  } else {
    const { detail: message, code } = exchange.error;
    expect(outcome).toBeInstanceOf(QuarryError);
    expect(outcome).toMatchObject({ message, code });
  }
});

test("every unary exchange is replayed, and only streams are left out", () => {
  const left = exchanges.filter((exchange) => conversationOf(exchange) === undefined);
  expect(left.map((exchange) => rpcOf(exchange).methodKind)).not.toContain("unary");
  expect(left.length + conversations.length).toBe(exchanges.length);
  expect(left.map(({ name }) => name)).toEqual([
    "follow a document",
    "follow the upload",
    "upload several files, one of them bad",
    "download a file",
    "a document as Markdown",
  ]);
});
