import { Effect, Fiber } from "effect";
import type { EmbedderCapabilities } from "@quarry/plugin";
import { ensure, ensureFailure } from "./contract-failure.ts";
import { embed, type EmbedderCheck, type EmbedderSubject, embedEffect, ensureSameVectors } from "./embedder-subject.ts";

/** Texts that a collection may consist of: several scripts, unusual texts and duplicates. */
const SUBJECTS = [
  (index: number) => `The pump ${index} of plant ${index % 7} leaks, its seal is worn and the valve stays open.`,
  (index: number) => `Der Gletscher ${index} fließt unter seinem eigenen Gewicht ins Tal ${index % 5}.`,
  (index: number) => `黑豹队的防守只丢了${index}分，球队在第${index % 9}场比赛获胜`,
  (index: number) => `مرحبا بالعالم ${index % 11} هذا نص عربي`,
  () => "🙂 --- !!!",
  () => "the same text, again and again",
] as const;

const QUERIES = ["which pump leaks", "Gletscher", "防守", "🙂", "nothing of the kind 7f3a"] as const;

const sampleOf = (count: number) =>
  Array.from({ length: count }, (_, index) => SUBJECTS[index % SUBJECTS.length]!(index));

const dimensionOf = ({ capabilities: { fitting }, model }: EmbedderSubject) =>
  Math.min(Math.max(model.dimension, fitting!.minDimension), fitting!.maxDimension);

const fitEffect = (subject: EmbedderSubject, texts: readonly string[]) => {
  const request = { model: subject.model.name, dimension: dimensionOf(subject), texts };
  return Effect.suspend(() => subject.embedder.fit!(request));
};

const fitOf = (subject: EmbedderSubject, texts = sampleOf(subject.capabilities.fitting!.minTexts)) =>
  Effect.runPromise(Effect.timeout(fitEffect(subject, texts), "2 minutes"));

const queryVectors = (subject: EmbedderSubject, fit?: Uint8Array) =>
  embed(subject, QUERIES, { inputType: "query", dimension: dimensionOf(subject), fit });

async function checkDeclared({ capabilities: { fitting }, embedder }: EmbedderSubject): Promise<void> {
  ensure(
    (fitting === undefined) === (embedder.fit === undefined),
    "declares `fitting` and has no `fit`, or the reverse",
  );
  if (fitting === undefined) return;
  const { method, minTexts, maxTexts, minDimension, maxDimension } = fitting;
  ensure(method.length >= 1 && method.length <= 191, `fitting.method has ${method.length} characters`);
  ensure(minTexts >= 1 && minTexts <= maxTexts, `fitting takes ${minTexts} to ${maxTexts} texts`);
  ensure(minDimension <= maxDimension, `fitting takes ${minDimension} to ${maxDimension} dimensions`);
}

async function checkQueries(subject: EmbedderSubject): Promise<void> {
  const fit = await fitOf(subject);
  ensure(fit.byteLength > 0, "fit gave no bytes");
  // `embed` checks number, length and finiteness.
  await queryVectors(subject, fit);
}

async function checkSameTeachesSame(subject: EmbedderSubject): Promise<void> {
  const texts = sampleOf(subject.capabilities.fitting!.minTexts);
  const vectors = await queryVectors(subject, await fitOf(subject, texts));
  ensureSameVectors(
    await queryVectors(subject, await fitOf(subject, texts)),
    vectors,
    "fitted twice on the same texts",
  );
  const copy = Uint8Array.from(await fitOf(subject, texts));
  ensureSameVectors(await queryVectors(subject, copy), vectors, "with bytes that were stored and read");
}

async function checkDocumentsStay(subject: EmbedderSubject): Promise<void> {
  const texts = sampleOf(4);
  const before = await embed(subject, texts);
  await fitOf(subject);
  ensureSameVectors(await embed(subject, texts), before, "documents after a fit");
}

async function checkForeignBytes(subject: EmbedderSubject): Promise<void> {
  const dimension = dimensionOf(subject);
  for (const fit of [new Uint8Array(3), new Uint8Array(5_000).fill(7)]) {
    const call = embedEffect(subject, QUERIES, { inputType: "query", dimension, fit });
    await ensureFailure(call, ["invalid", "incompatible"], "bytes that are no fit");
  }
}

async function checkInterruption(subject: EmbedderSubject): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const fiber = Effect.runFork(fitEffect(subject, sampleOf(subject.capabilities.fitting!.minTexts)));
    if (round > 0) await new Promise((resolve) => setImmediate(resolve));
    await Effect.runPromise(Fiber.interrupt(fiber));
  }
  await fitOf(subject);
}

const withoutFit = ({ fitting }: EmbedderCapabilities) => (fitting === undefined ? "supports no training" : undefined);

export const embedderFitChecks: readonly EmbedderCheck[] = [
  { name: "supports training exactly when it declares it", run: checkDeclared },
  { name: "embeds queries in any script after training", skip: withoutFit, run: checkQueries },
  {
    name: "returns the same query vectors after training on the same texts",
    skip: withoutFit,
    run: checkSameTeachesSame,
  },
  { name: "returns the same document vectors before and after training", skip: withoutFit, run: checkDocumentsStay },
  { name: "rejects bytes that are not a training result", skip: withoutFit, run: checkForeignBytes },
  { name: "can train again after an interrupted training", skip: withoutFit, run: checkInterruption },
];
