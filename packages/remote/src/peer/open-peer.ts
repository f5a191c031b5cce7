import type { DescService } from "@bufbuild/protobuf";
import type { CallOptions } from "@connectrpc/connect";
import { type PluginContext, PluginError } from "@quarry/plugin";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { timedOut } from "./explain-failure.ts";
import { type MetPeer, Peer, type PeerOptions } from "./peer.ts";
import type { PeerContract } from "./peer-contract.ts";
import { PeerFailure } from "./peer-failure.ts";
import type { RemoteSettings } from "./remote-settings.ts";
import { PeerMemory } from "./peer-memory.ts";

/** Timeout of a health check. The contract's limit is 5 s. */
const HEALTH_TIMEOUT_SECONDS = 4;

/** Calls to a peer as effects, with a time limit. An interruption also ends the call at the peer. */
export interface PeerCalls<Service extends DescService, Capabilities> {
  readonly call: <Value>(
    run: (peer: MetPeer<Service, Capabilities>, options: CallOptions) => Promise<Value>,
    timeoutSeconds?: number,
  ) => Effect.Effect<Value, PluginError>;
  readonly health: <Value>(
    run: (peer: MetPeer<Service, Capabilities>, options: CallOptions) => Promise<Value>,
  ) => Effect.Effect<void, PluginError>;
}

/** Definition from which a plugin of this process is created for a plugin in another process. */
export interface RemotePlugin<Service extends DescService, Capabilities> {
  /** Name of this process's plugin, for its errors. */
  readonly plugin: string;
  readonly contract: PeerContract<Service, Capabilities>;
}

/** Opens a peer without contacting it: the service can start before the peer, and reports this in its readiness. */
export const openPeer = <Service extends DescService, Capabilities>(
  remote: RemotePlugin<Service, Capabilities>,
  settings: RemoteSettings,
  context: PluginContext,
): Effect.Effect<PeerCalls<Service, Capabilities>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const memory = new PeerMemory<Capabilities>(context.dataDirectory, settings.address);
    const remembered = yield* Effect.promise(() => memory.read());
    const cached = remembered?.capabilities;
    let reported = JSON.stringify(cached);
    const onMet = (capabilities: Capabilities): void => {
      const now = JSON.stringify(capabilities);
      if (cached === undefined || now === reported) return;
      reported = now;
      const message = `the plugin at ${settings.address} declares other capabilities than when the service started: restart the service to use them`;
      context.log("warn", message, { was: cached, is: capabilities });
    };
    const name = remembered === undefined ? {} : { name: remembered.name };
    return yield* peerCalls(remote, { settings, onMet, ...name });
  });

/**
 * Returns a peer's capabilities, requested before it is opened. If the peer is unavailable but was reached before,
 * returns the last known ones. If it was never reached, waits up to `startTimeoutSeconds`.
 */
export const describePeer = <Service extends DescService, Capabilities>(
  remote: RemotePlugin<Service, Capabilities>,
  settings: RemoteSettings,
  context: PluginContext,
): Effect.Effect<Capabilities, PluginError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const memory = new PeerMemory<Capabilities>(context.dataDirectory, settings.address);
      const remembered = yield* Effect.promise(() => memory.read());
      const known = remembered === undefined ? {} : { name: remembered.name };
      const { call } = yield* peerCalls(remote, { settings, ...known });
      const deadline = Date.now() + settings.startTimeoutSeconds * 1000;
      for (;;) {
        const requested = yield* Effect.result(
          call(async ({ name, capabilities }) => ({ name, capabilities }), HEALTH_TIMEOUT_SECONDS),
        );
        if (requested._tag === "Success") {
          yield* Effect.promise(() => memory.write(requested.success));
          return requested.success.capabilities;
        }
        const { failure } = requested;
        if (!failure.isRetryable) return yield* failure;
        if (remembered !== undefined) {
          context.log("warn", `${failure.message}; its last known capabilities apply until it is available`);
          return remembered.capabilities;
        }
        if (Date.now() >= deadline) {
          const message = `${failure.message}; it was never reached, so its capabilities are unknown: start it, or raise startTimeoutSeconds`;
          return yield* new PluginError({ plugin: remote.plugin, reason: "unavailable", message, cause: failure });
        }
        yield* Effect.sleep(PAUSE_MS);
      }
    }),
  );

const PAUSE_MS = 500;

const peerCalls = <Service extends DescService, Capabilities>(
  { plugin, contract }: RemotePlugin<Service, Capabilities>,
  options: Omit<PeerOptions<Service, Capabilities>, "contract"> & { readonly settings: RemoteSettings },
): Effect.Effect<PeerCalls<Service, Capabilities>, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Peer({ contract, ...options })),
      (peer) => Effect.sync(() => peer.close()),
    ),
    (peer) => {
      const call: PeerCalls<Service, Capabilities>["call"] = (run, timeoutSeconds = options.settings.timeoutSeconds) =>
        Effect.tryPromise({
          try: (signal) => peer.call(run, timeoutSeconds, signal),
          catch: (error) => pluginError(plugin, error),
        }).pipe(
          Effect.timeoutOrElse({
            duration: timeoutSeconds * 1000,
            orElse: () => {
              void peer.doubt();
              return Effect.fail(pluginError(plugin, timedOut({ peer: peer.name, timeoutSeconds })));
            },
          }),
        );
      return { call, health: (run) => Effect.asVoid(call(run, HEALTH_TIMEOUT_SECONDS)) };
    },
  );

const pluginError = (plugin: string, error: unknown): PluginError => {
  if (!(error instanceof PeerFailure)) {
    return new PluginError({ plugin, reason: "internal", message: String(error), cause: error });
  }
  const { reason, message, retryAfterSeconds } = error;
  return new PluginError({
    ...{ plugin, reason, message, cause: error },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
};
