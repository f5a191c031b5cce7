import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type FactQuery as FactQueryMessage,
  FactQuerySchema,
  NumberComparison_Bound,
  NumberComparison_Comparison,
} from "@quarry/api/plugin";
import type { FactQuery } from "@quarry/plugin";

const BOUNDS = { least: NumberComparison_Bound.LEAST, greatest: NumberComparison_Bound.GREATEST };
const COMPARISONS = {
  gt: NumberComparison_Comparison.GREATER,
  gte: NumberComparison_Comparison.GREATER_OR_EQUAL,
  lt: NumberComparison_Comparison.LESS,
  lte: NumberComparison_Comparison.LESS_OR_EQUAL,
};

/** Converts a metadata query to the message for stores in other processes. */
export const fieldQueryMessage = (query: FactQuery): FactQueryMessage =>
  create(FactQuerySchema, { kind: kindOf(query) });

const kindOf = (query: FactQuery): NonNullable<MessageInitShape<typeof FactQuerySchema>["kind"]> => {
  switch (query.op) {
    case "all":
      return { case: "everything", value: {} };
    case "none":
      return { case: "nothing", value: {} };
    case "has":
      return { case: "hasAny", value: { words: [...query.words] } };
    case "lacks":
      return { case: "hasNone", value: { words: [...query.words] } };
    case "number": {
      const { path, value } = query;
      const number = { path, bound: BOUNDS[query.bound], comparison: COMPARISONS[query.compare], value };
      return { case: "number", value: number };
    }
    case "and":
      return { case: "allOf", value: { parts: query.parts.map(fieldQueryMessage) } };
    case "or":
      return { case: "anyOf", value: { parts: query.parts.map(fieldQueryMessage) } };
  }
};
