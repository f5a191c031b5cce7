import { Effect } from "effect";
import { PluginError } from "@quarry/plugin";
import { ensure, ensureFailure } from "./contract-failure.ts";
import { embed, type EmbedderCheck, type EmbedderSubject, embedEffect, withinTime } from "./embedder-subject.ts";

const TEXTS = ["The warranty covers the pump."] as const;

async function checkUnknownModel(subject: EmbedderSubject): Promise<void> {
  const call = embedEffect(subject, TEXTS, { model: "no-such-model-7f3a" });
  const error = await ensureFailure(call, ["not_found", "invalid"], "an unknown model");
  ensure(error.message.includes("no-such-model-7f3a"), `the message does not name the model: ${error.message}`);
}

async function checkWrongDimension(subject: EmbedderSubject): Promise<void> {
  const { dimension, dimensionRange: range } = subject.model;
  const wrong = range ? [range.minimum - 1, range.maximum + 1, range.minimum + 0.5] : [dimension + 1];
  for (const value of wrong) {
    const call = embedEffect(subject, TEXTS, { dimension: value });
    const error = await ensureFailure(call, ["invalid"], `dimension ${value}`);
    ensure(error.message.includes(String(value)), `the message does not name ${value}: ${error.message}`);
  }
}

async function checkMissingCredential(subject: EmbedderSubject): Promise<void> {
  const call = embedEffect(subject, TEXTS, { credential: undefined });
  await ensureFailure(call, ["unauthorized"], "a call without a credential");
}

async function checkEmptyBatch(subject: EmbedderSubject): Promise<void> {
  await ensureFailure(embedEffect(subject, []), ["invalid"], "a batch without texts");
}

async function checkOverfullBatch(subject: EmbedderSubject): Promise<void> {
  const most = subject.capabilities.maxBatchTexts;
  const texts = Array.from({ length: most + 1 }, () => "a");
  await ensureFailure(embedEffect(subject, texts), ["invalid", "limit"], `${most + 1} texts, where ${most} may come`);
}

async function checkStatisticsFailure(subject: EmbedderSubject): Promise<void> {
  const failure = new PluginError({ plugin: "keyword-index", reason: "unavailable", message: "the index is away" });
  const statistics = { read: () => Effect.fail(failure) };
  const call = embedEffect(subject, TEXTS, { inputType: "query", statistics });
  await ensureFailure(withinEffect(call), ["unavailable"], "a query while the statistics are away");
}

const withinEffect = <A>(effect: Effect.Effect<A, PluginError>) =>
  Effect.catchTag(withinTime(effect), "TimeoutError", () => Effect.die("no answer in time"));

async function checkEmptyStatistics(subject: EmbedderSubject): Promise<void> {
  const statistics = {
    read: (terms: readonly string[]) => Effect.succeed({ documentCount: 0, documentFrequencies: terms.map(() => 0) }),
  };
  await embed(subject, TEXTS, { statistics });
  await embed(subject, TEXTS, { statistics, inputType: "query" });
}

export const embedderFailureChecks: readonly EmbedderCheck[] = [
  {
    name: "refuses a model it does not have",
    skip: ({ otherModels }) => (otherModels ? "accepts other models" : undefined),
    run: checkUnknownModel,
  },
  { name: "refuses a dimension the model does not have", run: checkWrongDimension },
  {
    name: "rejects calls without the required credential",
    skip: ({ credential }) => (credential === "required" ? undefined : "needs no credential"),
    run: checkMissingCredential,
  },
  { name: "refuses a batch without texts", run: checkEmptyBatch },
  { name: "refuses a batch of more texts than it declares", run: checkOverfullBatch },
  { name: "passes on a failure of the term statistics", skip: withoutStatistics, run: checkStatisticsFailure },
  { name: "embeds for an empty collection", skip: withoutStatistics, run: checkEmptyStatistics },
];

function withoutStatistics({ usesTermStatistics }: { readonly usesTermStatistics: boolean }): string | undefined {
  return usesTermStatistics ? undefined : "uses no term statistics";
}
