import { groupedWrites } from "@quarry/plugin/scheduling";
import { type WebhookAttempt, WebhookDeliveryRepository } from "@quarry/store";
import { Effect, Schedule } from "effect";

/** Five tries over a few seconds: longer than a lock is held, shorter than a lease. */
const WRITE_RETRY = { schedule: Schedule.exponential(100), times: 5 };

/** Attempts per transaction: a few milliseconds, so that a flood doesn't hold this thread. */
const BATCH = 20;

export type RecordAttempt = (attempt: WebhookAttempt) => Effect.Effect<void>;

/**
 * Writes how attempts ended. Those that end while a write is under way share the next one: a flood of deliveries costs
 * few transactions. What can't be written is sent again when its lease runs out.
 */
export const makeAttemptRecorder: Effect.Effect<RecordAttempt, never, WebhookDeliveryRepository> = Effect.gen(
  function* () {
    const deliveries = yield* WebhookDeliveryRepository;
    const record = groupedWrites<WebhookAttempt>(
      (attempts) =>
        deliveries.record(attempts).pipe(
          Effect.retry({ ...WRITE_RETRY, while: (error) => error.isRetryable }),
          Effect.catchCause((cause) => Effect.logError("can't record webhook attempts; they are repeated", cause)),
        ),
      BATCH,
    );
    return (attempt) => record([attempt]);
  },
);
