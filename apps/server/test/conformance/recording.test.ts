import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { BodyKind, body_kind, response_kind, ResponseKind } from "@quarry/api";
import { formatText } from "@quarry/format";
import { expect, test } from "vitest";
import { TestServer } from "../harness/test-server.ts";
import { type Json, methodOf, protoJson, type RestRequest, restRequest } from "./contract.ts";
import { type Answers, SCENARIO, type Step } from "./scenario.ts";
import { Stable } from "./stable.ts";

const FILE = "../../../../clients/conformance/exchanges.json";

/** Response headers that clients act on. */
const HEADERS = [
  "content-type",
  "etag",
  "content-disposition",
  "idempotency-replayed",
  "retry-after",
  "x-ignored-fields",
];

const BOUNDARY = "quarry-conformance";

interface Recorded {
  readonly request: Omit<RestRequest, "query"> & { readonly query?: RestRequest["query"] };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
  /** Ids and other values of the response that later steps use. */
  readonly value: any;
}

/** Runs all steps on a new server. Calls that Connect's unary JSON can't express are sent by REST and not recorded. */
async function record(protocol: "rest" | "connect"): Promise<(Recorded & { readonly given: Json })[]> {
  const server = await TestServer.start();
  const stable = new Stable();
  const answers: Record<string, unknown> = {};
  const recorded: (Recorded & { readonly given: Json })[] = [];
  try {
    for (const step of SCENARIO) {
      const method = methodOf(step.method);
      const input = argumentsOf(step, answers);
      const asConnect = protocol === "connect" && isUnary(method);
      const request = asConnect ? connectRequest(method, input) : requestOf(step, method, input);
      const exchange = await send(server, step, method, request);
      answers[step.name] = exchange.value;
      recorded.push({ ...stable.json(exchange), given: stable.json(input) });
    }
  } finally {
    await server.stop();
    await server.dispose();
  }
  return recorded;
}

const argumentsOf = ({ arguments: input = {} }: Step, answers: Answers): Json =>
  typeof input === "function" ? input(answers) : input;

const isUnary = (method: DescMethod): boolean => method.methodKind === "unary";

function requestOf(step: Step, method: DescMethod, input: Json): RestRequest {
  const request = restRequest(method, input);
  if (getOption(method, body_kind) !== BodyKind.MULTIPART) return request;
  const name = step.method.includes("Batch") ? "files" : "file";
  const parts = Object.entries(request.body as Json).map(
    ([part, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${part}"\r\n\r\n${typeof value === "string" ? value : JSON.stringify(value)}\r\n`,
  );
  const files = (step.files ?? []).map(
    ({ filename, text }) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n${text}\r\n`,
  );
  const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  return { ...request, headers, body: `${[...parts, ...files].join("")}--${BOUNDARY}--\r\n` };
}

const connectRequest = (method: DescMethod, input: Json): RestRequest => ({
  verb: "POST",
  path: `/${method.parent.typeName}/${method.name}`,
  query: {},
  headers: { "content-type": "application/json", "connect-protocol-version": "1" },
  body: protoJson(method.input, input),
});

async function send(server: TestServer, step: Step, method: DescMethod, request: RestRequest): Promise<Recorded> {
  const { verb, path, query, body } = request;
  const headers = { ...request.headers, ...step.headers };
  const text = new URLSearchParams(query).toString();
  const response = await server.api.fetch(verb, text === "" ? path : `${path}?${text}`, {
    headers,
    ...(step.key !== undefined && { token: step.key }),
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const answer = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  const isEvents = response.ok && getOption(method, response_kind) === ResponseKind.SSE;
  const value: unknown = isJson ? JSON.parse(answer) : isEvents ? eventsOf(answer).slice(-1) : answer;
  return {
    request: { verb, path, ...(text !== "" && { query }), headers, ...(body !== undefined && { body }) },
    response: {
      status: response.status,
      headers: Object.fromEntries(
        HEADERS.flatMap((name) => (response.headers.get(name) === null ? [] : [[name, response.headers.get(name)!]])),
      ),
      // The steps that a stream reports depend on when it is opened; the last is always the same.
      body: isEvents ? `data: ${JSON.stringify((value as unknown[])[0])}\n\n` : isJson ? value : answer,
    },
    value,
  };
}

const eventsOf = (text: string): unknown[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1]!));

/** Returns the client's result for a response: REST's JSON, or the failure. */
function outcomeOf({ response: { status }, value }: Recorded): Json {
  return status < 400 ? { result: value as unknown } : { error: { status, ...(value as Json) } };
}

test("recorded exchanges match the server's responses; if they changed, run this with -u and commit the file", async () => {
  const rest = await record("rest");
  const connect = await record("connect");
  const exchanges = SCENARIO.map((step, index) => {
    const { given: input, value: _value, ...exchange } = rest[index]!;
    const { given: alsoGiven, value: _other, ...other } = connect[index]!;
    expect(alsoGiven).toEqual(input);
    return {
      name: step.name,
      method: `quarry.v1.${step.method}`,
      arguments: input,
      ...(step.files !== undefined && { files: step.files }),
      ...(step.headers !== undefined && { headers: step.headers }),
      ...outcomeOf(rest[index]!),
      rest: exchange,
      ...(isUnary(methodOf(step.method)) && { connect: other }),
    };
  });
  const text = await formatText("exchanges.json", JSON.stringify({ exchanges }));
  await expect(text).toMatchFileSnapshot(FILE);
}, 240_000);
