import { Effect, Fiber } from "effect";
import { ensure, ensureFailure } from "./contract-failure.ts";
import {
  ensureSameScores,
  rerank,
  rerankEffect,
  type RerankerCheck,
  type RerankerSubject,
} from "./reranker-subject.ts";

const QUERY = "How long is the warranty?";
const PASSAGES = ["The warranty lasts two years.", "A glacier moves downhill."] as const;
const ODD_TEXTS = [
  "",
  " ",
  "a",
  "🙂",
  "مرحبا بالعالم",
  "黑豹队的防守只丢了三百零八分",
  "nul \u0000 bell \u0007",
  "lone surrogate \ud83d here",
  "<|endoftext|>",
  "water stone river light ".repeat(500),
] as const;
/**
 * Number of interrupted calls: enough to exhaust any queue, pool or connection limit if an interrupted call does not
 * release its slot.
 */
const INTERRUPTED_CALLS = 40;
const CONCURRENT_CALLS = 16;

async function checkOddTexts(subject: RerankerSubject): Promise<void> {
  await rerank(subject, QUERY, ODD_TEXTS);
  // The platform rejects blank queries before they reach the plugin.
  for (const text of ODD_TEXTS.filter((odd) => odd.trim() !== "")) await rerank(subject, text, PASSAGES);
  await rerank(subject, QUERY, [""]);
}

async function checkMostPassages(subject: RerankerSubject): Promise<void> {
  const most = subject.capabilities.maxPassages;
  ensure(Number.isInteger(most) && most >= 1, `capabilities.maxPassages is ${most}`);
  await rerank(
    subject,
    QUERY,
    Array.from({ length: most }, (_, index) => `passage ${index}`),
  );
  const tooMany = Array.from({ length: most + 1 }, () => "passage");
  await ensureFailure(rerankEffect(subject, QUERY, tooMany), ["invalid", "limit"], `${most + 1} passages`);
  await ensureFailure(rerankEffect(subject, QUERY, []), ["invalid"], "a call without passages");
}

async function checkUnknownModel(subject: RerankerSubject): Promise<void> {
  const call = rerankEffect(subject, QUERY, PASSAGES, { model: "no-such-model-7f3a" });
  const error = await ensureFailure(call, ["not_found", "invalid"], "an unknown model");
  ensure(error.message.includes("no-such-model-7f3a"), `the message does not name the model: ${error.message}`);
}

async function checkMissingCredential(subject: RerankerSubject): Promise<void> {
  const call = rerankEffect(subject, QUERY, PASSAGES, { credential: undefined });
  await ensureFailure(call, ["unauthorized"], "a call without a credential");
}

const passagesOf = (call: number) => [`the warranty of pump ${call}`, `glacier ${call}`, "How long is the warranty?"];

async function checkConcurrency(subject: RerankerSubject): Promise<void> {
  const calls = Array.from({ length: CONCURRENT_CALLS }, (_, call) => call);
  const together = await Promise.all(calls.map((call) => rerank(subject, QUERY, passagesOf(call))));
  for (const call of calls)
    ensureSameScores(together[call]!, await rerank(subject, QUERY, passagesOf(call)), `call ${call} among others`);
}

async function checkInterruption(subject: RerankerSubject): Promise<void> {
  const expected = await rerank(subject, QUERY, PASSAGES);
  for (let call = 0; call < INTERRUPTED_CALLS; call++) {
    const fiber = Effect.runFork(rerankEffect(subject, QUERY, passagesOf(call)));
    // Every other call gets time to start its work before it is interrupted.
    if (call % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
    await Effect.runPromise(Fiber.interrupt(fiber));
  }
  ensureSameScores(await rerank(subject, QUERY, PASSAGES), expected, "after interrupted calls");
}

async function checkHealth(subject: RerankerSubject): Promise<void> {
  await Effect.runPromise(Effect.timeout(subject.reranker.health, "30 seconds"));
}

export const rerankerCallChecks: readonly RerankerCheck[] = [
  { name: "scores odd passages: empty, emoji, control characters, lone surrogates", run: checkOddTexts },
  { name: "takes as many passages as it declares, and refuses more or none", run: checkMostPassages },
  {
    name: "refuses a model it does not have",
    // Without a list of models, only the backend knows which names are valid.
    skip: ({ models }) => (models.length === 0 ? "declares no models" : undefined),
    run: checkUnknownModel,
  },
  {
    name: "rejects calls without the required credential",
    skip: ({ credential }) => (credential === "required" ? undefined : "needs no credential"),
    run: checkMissingCredential,
  },
  { name: "returns its own scores to each concurrent call", run: checkConcurrency },
  { name: "works on after calls that were interrupted", run: checkInterruption },
  { name: "is healthy", run: checkHealth },
];
