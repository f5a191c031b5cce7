import type { PluginKind } from "@quarry/plugin";
import { Schema } from "effect";

/** Positive count: an integer, or Infinity for "no limit". */
const count = Schema.Number.check(Schema.isGreaterThanOrEqualTo(1));
const positiveInteger = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1));
const share = Schema.Number.check(Schema.isBetween({ minimum: 0, maximum: 1 }));
const credential = Schema.Literals(["required", "optional", "none"]);

const model = Schema.Struct({
  name: Schema.NonEmptyString,
  dimension: positiveInteger,
  dimensionRange: Schema.optionalKey(
    Schema.UndefinedOr(Schema.Struct({ minimum: positiveInteger, maximum: positiveInteger })),
  ),
  maxInputTokens: Schema.optionalKey(Schema.UndefinedOr(count)),
  description: Schema.String,
});

const fitting = Schema.Struct({
  method: Schema.NonEmptyString.check(Schema.isMaxLength(191)),
  minTexts: positiveInteger,
  maxTexts: positiveInteger,
  minDimension: positiveInteger,
  maxDimension: positiveInteger,
});

/**
 * Schemas of the capabilities that a plugin must declare, by its kind. Unknown capabilities are ignored: a later
 * contract may define them.
 */
export const CAPABILITY_SCHEMAS: Readonly<Record<PluginKind, Schema.Codec<unknown, unknown>>> = {
  "vector-store": Schema.Struct({
    maxTopK: positiveInteger,
    maxDimension: positiveInteger,
    sharedBetweenProcesses: Schema.Boolean,
  }),
  embedder: Schema.Struct({
    models: Schema.Array(model),
    otherModels: Schema.Boolean,
    credential,
    maxBatchTexts: count,
    maxBatchTokens: count,
    usesTermStatistics: Schema.Boolean,
    hybridAlpha: share,
    smallCollections: Schema.optionalKey(
      Schema.UndefinedOr(Schema.Struct({ hybridAlpha: share, halfAtChunks: count })),
    ),
    fitting: Schema.optionalKey(Schema.UndefinedOr(fitting)),
  }),
  reranker: Schema.Struct({ models: Schema.Array(Schema.NonEmptyString), credential, maxPassages: count }),
  parser: Schema.Struct({
    fileTypes: Schema.NonEmptyArray(Schema.NonEmptyString),
    readsFurtherTypes: Schema.optionalKey(Schema.UndefinedOr(Schema.Boolean)),
    isolation: Schema.optionalKey(Schema.UndefinedOr(Schema.Literals(["thread", "process"]))),
    showsPages: Schema.optionalKey(Schema.UndefinedOr(Schema.Boolean)),
  }),
};
