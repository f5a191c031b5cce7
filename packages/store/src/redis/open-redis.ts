import { Effect, type Scope } from "effect";
import { parseAddress, type RedisAddress } from "./redis-address.ts";
import { type ClientOptions, makeClient, type RedisClient } from "./redis-client.ts";
import { fromClient, noConnection, RedisError, TIMED_OUT } from "./redis-error.ts";
import { RedisSubscriptions } from "./redis-subscriptions.ts";
import type { RedisOptions, RedisService } from "./redis.ts";

const PING_TIMEOUT_MS = 2_000;
/** A start waits so long for the first connection at most, so that what follows finds it. */
const START_TIMEOUT_MS = 2_000;
const DEFAULT_PREFIX = "quarry";
const MOST_LISTENERS = 1_000;

export const openRedis = Effect.fnUntraced(function* (
  options: RedisOptions,
): Effect.fn.Return<RedisService, RedisError, Scope.Scope> {
  const { keyPrefix = DEFAULT_PREFIX } = options;
  const address = yield* parseAddress(options.url);
  const client = yield* connected(address);
  const listening = yield* connected(address);
  const subscriptions = yield* Effect.acquireRelease(
    Effect.sync(() => new RedisSubscriptions(listening)),
    (open) => Effect.sync(() => open.close()),
  );
  yield* reportConnection(client);
  yield* Effect.all([untilDecided(client), untilDecided(listening)], { concurrency: "unbounded" });
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
    connect: connected(address, { isBlocking: true }),
    ping: Effect.asVoid(run((ready) => ready.ping())).pipe(
      Effect.timeoutOrElse({
        duration: PING_TIMEOUT_MS,
        orElse: () => Effect.fail(new RedisError({ reason: "timeout", message: TIMED_OUT })),
      }),
    ),
  };
});

const connected = (address: RedisAddress, options?: ClientOptions): Effect.Effect<RedisClient, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const client = makeClient(address, options);
      // As many listen as there are services on it. Not 0, for any number: BullMQ adds to it.
      client.setMaxListeners(MOST_LISTENERS);
      // Without a listener Node would end the process; what failed is told by the commands.
      client.on("error", () => {});
      client.connect().catch(() => {});
      return client;
    }),
    (client) => Effect.sync(() => client.disconnect()),
  );

/** Until there is a connection, or a reason why there is none yet. */
const untilDecided = (client: RedisClient): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const decided = () => resume(Effect.void);
    if (client.status === "ready") return decided();
    client.once("ready", decided).once("error", decided);
    return Effect.sync(() => void client.off("ready", decided).off("error", decided));
  }).pipe(Effect.timeoutOption(START_TIMEOUT_MS), Effect.asVoid);

/** Tells once that Redis is away, with the reason if there is one, and once that it is back. */
const reportConnection = Effect.fnUntraced(function* (client: RedisClient) {
  const log = Effect.runForkWith(yield* Effect.context<never>());
  let isAway = false;
  const unavailable = (detail: string) => {
    if (!isAway) log(Effect.logWarning(`Redis is away: ${detail}`));
    isAway = true;
  };
  const failed = (cause: unknown) => unavailable(fromClient(cause).message);
  const closed = () => unavailable("the connection was closed");
  const ready = () => {
    if (isAway) log(Effect.logInfo("Redis is back"));
    isAway = false;
  };
  client.on("error", failed).on("close", closed).on("ready", ready);
  // Our own end of the connection is no news.
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => void client.off("error", failed).off("close", closed).off("ready", ready)),
  );
});
