import { mkdir } from "node:fs/promises";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { EmbedderService, ParserService, RerankerService, VectorStoreService } from "@quarry/api/plugin";
import type {
  EmbedderPlugin,
  ParserPlugin,
  PluginContext,
  PluginError,
  QuarryPlugin,
  RerankerPlugin,
  VectorStorePlugin,
} from "@quarry/plugin";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Schema from "effect/Schema";
import * as Scope from "effect/Scope";
import { DEFAULT_MESSAGE_BYTES } from "../wire/parts.ts";
import { tokenGate } from "./call-gate.ts";
import { listen } from "./listen.ts";
import { embedderImplementation } from "./serve-embedder.ts";
import { logToStderr, type ServedPlugin, type ServeOptions } from "./serve-options.ts";
import { parserImplementation } from "./serve-parser.ts";
import { rerankerImplementation } from "./serve-reranker.ts";
import { vectorStoreImplementation } from "./serve-vector-store.ts";
import { type ServedCalls, servedCalls } from "./served-calls.ts";

const DEFAULT_GRACE_SECONDS = 10;

export type ServablePlugin<Settings> =
  | VectorStorePlugin<Settings>
  | EmbedderPlugin<Settings>
  | RerankerPlugin<Settings>
  | ParserPlugin<Settings>;

/**
 * Opens a plugin and serves it to services in other processes, until `close`. Rejects if the plugin can't be opened,
 * its settings are invalid, the port is in use, or the plugin must run in the service's process.
 */
export const servePlugin = async <Settings>(
  served: ServablePlugin<Settings>,
  options: ServeOptions,
): Promise<ServedPlugin> => {
  // The plugin's own schema decodes its settings, and nothing else uses them.
  const plugin = served as unknown as QuarryPlugin;
  const { dataDirectory, log = logToStderr, maxMessageBytes = DEFAULT_MESSAGE_BYTES } = options;
  const settings = (await Schema.decodeUnknownPromise(plugin.settings)(options.settings ?? {})) as never;
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const scope = Scope.makeUnsafe();
  const closeScope = () => Effect.runPromise(Scope.close(scope, Exit.void));
  const stopping = new AbortController();
  try {
    const opened: Opened = {
      scope,
      context: { dataDirectory, log },
      calls: servedCalls(plugin, maxMessageBytes, log),
      log,
    };
    const routes = await openRoutes(plugin, settings, opened);
    const handler = connectNodeAdapter({
      routes,
      // Plugins are called only over gRPC; browsers have no access.
      grpc: true,
      connect: false,
      grpcWeb: false,
      acceptCompression: [],
      readMaxBytes: maxMessageBytes,
      shutdownSignal: stopping.signal,
      fallback: answerUnimplemented as never,
      ...(options.token !== undefined && { requestGate: tokenGate(options.token) }),
    });
    const listening = await listen(handler, options);
    log("info", `serves ${plugin.name} (${plugin.kind}) at ${listening.address}`);
    return { address: listening.address, close: () => close(listening, stopping, options, closeScope) };
  } catch (error) {
    await closeScope();
    throw error;
  }
};

const close = async (
  listening: Awaited<ReturnType<typeof listen>>,
  stopping: AbortController,
  { graceSeconds = DEFAULT_GRACE_SECONDS }: ServeOptions,
  closeScope: () => Promise<void>,
): Promise<void> => {
  await listening.close(graceSeconds);
  stopping.abort(new ConnectError("the plugin is stopping", Code.Unavailable));
  await closeScope();
};

interface Opened {
  readonly scope: Scope.Closeable;
  readonly context: PluginContext;
  readonly calls: ServedCalls;
  readonly log: PluginContext["log"];
}

const openRoutes = async (
  plugin: QuarryPlugin,
  settings: never,
  { scope, context, calls, log }: Opened,
): Promise<(router: ConnectRouter) => void> => {
  const open = <Instance>(make: Effect.Effect<Instance, PluginError, Scope.Scope>): Promise<Instance> =>
    Effect.runPromise(Scope.provide(make, scope));
  switch (plugin.kind) {
    case "vector-store": {
      const implementation = vectorStoreImplementation(
        await open(plugin.make(settings, context)),
        plugin.capabilities,
        calls,
      );
      return (router) => void router.service(VectorStoreService, implementation);
    }
    case "embedder": {
      const capabilities = plugin.capabilitiesFor?.(settings) ?? plugin.capabilities;
      if (capabilities.usesTermStatistics) {
        throw new RangeError(
          `${plugin.name} uses the term statistics of the service's index: it can't run in a separate process`,
        );
      }
      const implementation = embedderImplementation(await open(plugin.make(settings, context)), capabilities, calls);
      return (router) => void router.service(EmbedderService, implementation);
    }
    case "reranker": {
      const capabilities = plugin.capabilitiesFor?.(settings) ?? plugin.capabilities;
      const implementation = rerankerImplementation(await open(plugin.make(settings, context)), capabilities, calls);
      return (router) => void router.service(RerankerService, implementation);
    }
    case "parser": {
      const implementation = parserImplementation(await plugin.make(settings), plugin.capabilities, calls, log);
      return (router) => void router.service(ParserService, implementation);
    }
  }
};

/**
 * Answers "unimplemented", as gRPC servers do for an unknown call. It tells a caller that this is another kind of
 * plugin.
 */
const answerUnimplemented = (_: Http2ServerRequest, response: Http2ServerResponse): void => {
  response.writeHead(200, {
    "content-type": "application/grpc",
    "grpc-status": String(Code.Unimplemented),
    "grpc-message": "unknown call",
  });
  response.end();
};
