import { connect } from "node:http2";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { Shape } from "./shapes.ts";

/** Request that is ready to be sent. */
export interface Hostile {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly isHttp2?: boolean;
}

export interface Protocol {
  readonly name: string;
  /** `cookie` is that of a console session. */
  readonly make: (shape: Shape, isPacked: boolean, cookie: string) => Hostile;
}

const QUERY = "/quarry.v1.QueryService/Query";
const JSON_TYPE = { "content-type": "application/json" };
const GZIP = { "content-encoding": "gzip" };

const rest = ({ query, filters }: Shape) => `{"query":${query},"filters":${filters}}`;
const connectJson = ({ query, filters }: Shape) => `{"collectionName":"table","query":${query},"filters":${filters}}`;

/** Builds a body whose compression is named in a header. */
const whole =
  (path: string, headers: Readonly<Record<string, string>>, bodyOf: (shape: Shape) => string | Uint8Array) =>
  (shape: Shape, isPacked: boolean, cookie: string): Hostile => {
    const body = Buffer.from(bodyOf(shape));
    const session = path.startsWith("/console") ? { cookie } : {};
    return {
      path,
      headers: { ...headers, ...session, ...(isPacked && GZIP) },
      body: isPacked ? gzipSync(body) : body,
    };
  };

/** Builds messages in gRPC's framing. */
const framed =
  (type: string, bodyOf: (shape: Shape) => string | Uint8Array, isHttp2: boolean) =>
  (shape: Shape, isPacked: boolean): Hostile => {
    const plain = Buffer.from(bodyOf(shape));
    const message = isPacked ? gzipSync(plain) : plain;
    const head = Buffer.alloc(5);
    head[0] = isPacked ? 1 : 0;
    head.writeUInt32BE(message.byteLength, 1);
    const headers = { "content-type": type, te: "trailers", ...(isPacked && { "grpc-encoding": "gzip" }) };
    return { path: QUERY, headers, body: Buffer.concat([head, message]), isHttp2 };
  };

const mcp = ({ query, filters }: Shape) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":${query},"filters":${filters}}}}`;

export const PROTOCOLS: readonly Protocol[] = [
  { name: "REST", make: whole("/v1/collections/table/query", JSON_TYPE, rest) },
  { name: "Connect JSON", make: whole(QUERY, JSON_TYPE, connectJson) },
  { name: "Connect binary", make: whole(QUERY, { "content-type": "application/proto" }, ({ binary }) => binary) },
  { name: "gRPC", make: framed("application/grpc+proto", ({ binary }) => binary, true) },
  { name: "gRPC-web", make: framed("application/grpc-web+json", connectJson, false) },
  {
    name: "MCP",
    make: whole("/mcp", { ...JSON_TYPE, accept: "application/json, text/event-stream" }, mcp),
  },
  { name: "tRPC", make: whole("/console/trpc/session.open", JSON_TYPE, (shape) => `{"key":${shape.filters}}`) },
  { name: "console API", make: whole("/console/api/v1/collections/table/query", JSON_TYPE, rest) },
];

/** Sends the request and reads the response to its end. Returns the status, or 0 if the connection was cut. */
export const send = async (
  address: string,
  secret: string,
  { path, headers, body, isHttp2 }: Hostile,
): Promise<number> => {
  const withKey = path.startsWith("/console") ? headers : { ...headers, authorization: `Bearer ${secret}` };
  return isHttp2 === true ? sendHttp2(address, path, withKey, body) : sendHttp1(address, path, withKey, body);
};

const sendHttp1 = async (
  address: string,
  path: string,
  { te: _te, ...headers }: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<number> => {
  try {
    const response = await fetch(`${address}${path}`, { method: "POST", headers, body: new Uint8Array(body) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
};

const sendHttp2 = async (
  address: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<number> => {
  const session = connect(address);
  const status = await new Promise<number>((resolve) => {
    let seen = 0;
    session.on("error", () => resolve(0));
    const stream = session.request({ ":method": "POST", ":path": path, ...headers });
    stream.on("response", (answer) => (seen = answer[":status"] ?? 0));
    stream.on("error", () => resolve(seen)).on("close", () => resolve(seen));
    stream.resume().end(body);
  });
  await promisify(session.close.bind(session))();
  return status;
};
