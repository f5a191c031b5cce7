import type { PluginError } from "@quarry/plugin";
import { Effect, Result } from "effect";
import { embedCall } from "../call/embed-call.ts";
import type { EmbedderUse } from "../embedder-use.ts";
import type { FittedText } from "../input/fit-input.ts";
import type { Lane } from "../pace/lane.ts";
import { LanePaused } from "../pace/lane-error.ts";
import { pauseAfter } from "../pace/pace.ts";
import { gaveUp, paused, refusedText } from "./batch-failure.ts";

/** A text with the key of its vector. */
export interface KeyedText extends FittedText {
  readonly key: string;
}

export interface BatchContext {
  readonly use: EmbedderUse;
  readonly lane: Lane;
  /** Told of every answer at once: what is paid for is kept, whatever becomes of the rest. */
  readonly onPaid: (texts: readonly KeyedText[], vectors: readonly Float32Array[]) => Effect.Effect<void>;
}

/**
 * The vectors of one batch. Tried again, alone, while the provider fails in a way that passes; halved when it is too
 * large for it. What would fail again is not tried again.
 */
export const embedBatch = Effect.fnUntraced(function* (
  context: BatchContext,
  texts: readonly KeyedText[],
): Effect.fn.Return<readonly Float32Array[], PluginError> {
  const { lane, use } = context;
  const patienceMs = lane.pace.giveUpAfterSeconds * 1000;
  let failures = 0;
  let failedSince: number | undefined;
  for (;;) {
    const outcome = yield* Effect.result(attempt(context, texts, patienceMs, failures > 0));
    if (Result.isSuccess(outcome)) return outcome.success;
    const error = outcome.failure;
    if (error instanceof LanePaused) return yield* paused(use, error);
    if (error.reason === "invalid" && texts.length > 1) return yield* halves(context, texts);
    if (!error.isRetryable) return yield* texts.length === 1 ? refusedText(use, error, texts[0]!) : error;
    failures += 1;
    failedSince ??= performance.now();
    const spentMs = Math.max(performance.now() - failedSince, lane.failingForMs);
    // A pause that the provider asks for holds for everybody, and the lane keeps it; this one is the batch's own.
    const waitMs = error.reason === "rate_limited" ? 0 : pauseAfter(failures, lane.pace.firstPauseMs);
    if (spentMs + waitMs >= patienceMs) return yield* gaveUp(use, error, failures, spentMs);
    yield* Effect.sleep(waitMs);
  }
});

const attempt = (
  { use, lane, onPaid }: BatchContext,
  texts: readonly KeyedText[],
  patienceMs: number,
  isRetry: boolean,
): Effect.Effect<readonly Float32Array[], PluginError | LanePaused> => {
  const tokens = texts.reduce((sum, text) => sum + text.tokens, 0);
  const ticket = { kind: "document", owner: use.collectionId, tokens, patienceMs, isRetry } as const;
  const call = embedCall(
    use,
    "document",
    texts.map(({ text }) => text),
  );
  // An interruption waits until what was paid for is kept.
  return Effect.uninterruptibleMask((restore) =>
    Effect.tap(restore(lane.run(ticket, call)), (vectors) => onPaid(texts, vectors)),
  );
};

/**
 * Too many for one call, or one that it refuses is among them: one half after the other, so that a request that is wrong
 * altogether costs a few calls and no more. When both go well, it was the number, and the next batches are smaller.
 */
const halves = (context: BatchContext, texts: readonly KeyedText[]) => {
  const half = Math.ceil(texts.length / 2);
  const parts = Effect.forEach(
    [texts.slice(0, half), texts.slice(half)],
    (part): Effect.Effect<readonly Float32Array[], PluginError> => embedBatch(context, part),
  );
  return Effect.map(parts, (vectors) => {
    context.lane.maxTexts = Math.min(context.lane.maxTexts, half);
    return vectors.flat();
  });
};
