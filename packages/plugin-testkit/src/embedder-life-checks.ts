import { Effect, Fiber } from "effect";
import {
  embed,
  type EmbedderCheck,
  type EmbedderSubject,
  embedEffect,
  ensureSameVectors,
  withinTime,
} from "./embedder-subject.ts";

/**
 * Number of interrupted calls: enough to exhaust any queue, pool or connection limit if an interrupted call does not
 * release its slot.
 */
const INTERRUPTED_CALLS = 40;
const CONCURRENT_CALLS = 16;

const textsOf = (call: number) => [0, 1, 2].map((index) => `call ${call} says number ${index} of three`);

async function checkConcurrency(subject: EmbedderSubject): Promise<void> {
  const calls = Array.from({ length: CONCURRENT_CALLS }, (_, call) => call);
  const together = await Promise.all(calls.map((call) => embed(subject, textsOf(call))));
  for (const call of calls)
    ensureSameVectors(together[call]!, await embed(subject, textsOf(call)), `call ${call} among others and alone`);
}

async function checkInterruption(subject: EmbedderSubject): Promise<void> {
  const expected = await embed(subject, textsOf(0));
  const long = ["a passage that takes a while to embed. ".repeat(200)];
  for (let call = 0; call < INTERRUPTED_CALLS; call++) {
    const fiber = Effect.runFork(embedEffect(subject, long));
    // Every other call gets time to start its work before it is interrupted.
    if (call % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
    await Effect.runPromise(Fiber.interrupt(fiber));
  }
  ensureSameVectors(await embed(subject, textsOf(0)), expected, "after interrupted calls");
}

async function checkHealth(subject: EmbedderSubject): Promise<void> {
  await Effect.runPromise(withinTime(subject.embedder.health));
}

export const embedderLifeChecks: readonly EmbedderCheck[] = [
  { name: "answers concurrent calls each with its own vectors", run: checkConcurrency },
  { name: "works on after calls that were interrupted", run: checkInterruption },
  { name: "is healthy", run: checkHealth },
];
