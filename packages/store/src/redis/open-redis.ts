import { Effect, type Scope } from "effect";
import { parseAddress, type RedisAddress } from "./redis-address.ts";
import { type ClientOptions, makeClient, type RedisClient } from "./redis-client.ts";
import { fromClient, noConnection, RedisError, TIMED_OUT } from "./redis-error.ts";
import { RedisSubscriptions } from "./redis-subscriptions.ts";
import type { RedisOptions, RedisService } from "./redis.ts";

const PING_TIMEOUT_MS = 2_000;
/** Longest wait of a start for the first connection, so that later steps find it. */
const START_TIMEOUT_MS = 2_000;
const DEFAULT_PREFIX = "quarry";
const MAX_LISTENERS = 1_000;

export const openRedis = Effect.fnUntraced(function* (
  options: RedisOptions,
): Effect.fn.Return<RedisService, RedisError, Scope.Scope> {
  const { keyPrefix = DEFAULT_PREFIX } = options;
  const address = yield* parseAddress(options.url);
  const client = yield* openClient(address);
  const subscriber = yield* openClient(address);
  const subscriptions = yield* Effect.acquireRelease(
    Effect.sync(() => new RedisSubscriptions(subscriber)),
    (open) => Effect.sync(() => open.close()),
  );
  yield* reportConnection(client);
  yield* Effect.all([untilReadyOrFailed(client), untilReadyOrFailed(subscriber)], { concurrency: "unbounded" });
  const run = <A>(use: (client: RedisClient) => Promise<A>): Effect.Effect<A, RedisError> =>
    Effect.suspend(() =>
      client.status === "ready"
        ? Effect.tryPromise({ try: () => use(client), catch: fromClient })
        : Effect.fail(noConnection()),
    );
  return {
    run,
    key: (...parts) => [keyPrefix, ...parts].join(":"),
    isReady: () => client.status === "ready",
    onReady: (listener) => {
      client.on("ready", listener);
      return () => void client.off("ready", listener);
    },
    subscribe: (channel, listener) => subscriptions.add(channel, listener),
    connect: openClient(address, { isBlocking: true }),
    ping: Effect.asVoid(run((ready) => ready.ping())).pipe(
      Effect.timeoutOrElse({
        duration: PING_TIMEOUT_MS,
        orElse: () => Effect.fail(new RedisError({ reason: "timeout", message: TIMED_OUT })),
      }),
    ),
  };
});

const openClient = (address: RedisAddress, options?: ClientOptions): Effect.Effect<RedisClient, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const client = makeClient(address, options);
      // As many listeners as there are services on it. Not 0 (unlimited): BullMQ adds to the number.
      client.setMaxListeners(MAX_LISTENERS);
      // Without a listener Node would end the process. The failed commands report the error.
      client.on("error", () => {});
      client.connect().catch(() => {});
      return client;
    }),
    (client) => Effect.sync(() => client.disconnect()),
  );

/** Waits for a connection, or for a reason why there is none yet. */
const untilReadyOrFailed = (client: RedisClient): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const decided = () => resume(Effect.void);
    if (client.status === "ready") return decided();
    client.once("ready", decided).once("error", decided);
    return Effect.sync(() => void client.off("ready", decided).off("error", decided));
  }).pipe(Effect.timeoutOption(START_TIMEOUT_MS), Effect.asVoid);

/** Logs once that Redis is unavailable, with the reason if known, and once that it is available again. */
const reportConnection = Effect.fnUntraced(function* (client: RedisClient) {
  const log = Effect.runForkWith(yield* Effect.context<never>());
  let isUnavailable = false;
  const unavailable = (detail: string) => {
    if (!isUnavailable) log(Effect.logWarning(`Redis is unavailable: ${detail}`));
    isUnavailable = true;
  };
  const failed = (cause: unknown) => unavailable(fromClient(cause).message);
  const closed = () => unavailable("the connection was closed");
  const ready = () => {
    if (isUnavailable) log(Effect.logInfo("Redis is available again"));
    isUnavailable = false;
  };
  client.on("error", failed).on("close", closed).on("ready", ready);
  // The end of the scope closes the connection, which must not be logged.
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => void client.off("error", failed).off("close", closed).off("ready", ready)),
  );
});
