import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { type CallOptions, createClient, type Transport } from "@connectrpc/connect";
import { toMessage } from "./to-message.ts";
import { toPlain } from "./to-plain.ts";

type Send = (request: unknown, options?: CallOptions) => unknown;

/**
 * Returns the rpcs of a service with plain objects as requests and responses. `Calls` is the service's interface in the
 * contract.
 */
export const serviceCalls = <Calls extends object>(service: DescService, transport: Transport): Calls => {
  const client = createClient(service, transport) as Readonly<Record<string, Send>>;
  const calls = service.methods.map((method) => [method.localName, plainCall(method, client[method.localName]!)]);
  return Object.fromEntries(calls) as Calls;
};

const plainCall = (method: DescMethod, send: Send): Send => {
  const plain = toPlain(method.output);
  const message = toMessage(method.input);
  switch (method.methodKind) {
    case "server_streaming":
      return async function* (request, options) {
        for await (const answer of send(message(request, ""), options) as AsyncIterable<unknown>) yield plain(answer);
      };
    case "client_streaming":
      return async (requests, options) =>
        plain(
          await send(
            messages(requests as AsyncIterable<unknown>, (request) => message(request, "")),
            options,
          ),
        );
    default:
      return async (request, options) => plain(await send(message(request, ""), options));
  }
};

async function* messages(requests: AsyncIterable<unknown>, convert: (request: unknown) => unknown) {
  for await (const request of requests) yield convert(request);
}
