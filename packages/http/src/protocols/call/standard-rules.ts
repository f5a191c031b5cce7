import type { DescField } from "@bufbuild/protobuf";
import {
  BoolRulesSchema,
  BytesRulesSchema,
  DoubleRulesSchema,
  EnumRulesSchema,
  Fixed32RulesSchema,
  Fixed64RulesSchema,
  FloatRulesSchema,
  Int32RulesSchema,
  Int64RulesSchema,
  MapRulesSchema,
  RepeatedRulesSchema,
  SFixed32RulesSchema,
  SFixed64RulesSchema,
  SInt32RulesSchema,
  SInt64RulesSchema,
  StringRulesSchema,
  UInt32RulesSchema,
  UInt64RulesSchema,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";

/** Whose rules the validator checks in JavaScript. */
const SCHEMAS = [
  BoolRulesSchema,
  BytesRulesSchema,
  DoubleRulesSchema,
  EnumRulesSchema,
  Fixed32RulesSchema,
  Fixed64RulesSchema,
  FloatRulesSchema,
  Int32RulesSchema,
  Int64RulesSchema,
  MapRulesSchema,
  RepeatedRulesSchema,
  SFixed32RulesSchema,
  SFixed64RulesSchema,
  SInt32RulesSchema,
  SInt64RulesSchema,
  StringRulesSchema,
  UInt32RulesSchema,
  UInt64RulesSchema,
];

/** Left to CEL at times: a pattern that can't be compiled, and whether messages are all different. */
const AT_TIMES_IN_CEL = new Set<DescField>([
  StringRulesSchema.field.pattern,
  BytesRulesSchema.field.pattern,
  RepeatedRulesSchema.field.unique,
]);

const checkedInJavaScript: readonly DescField[] = SCHEMAS.flatMap(({ fields }) => fields).filter(
  (field) => !AT_TIMES_IN_CEL.has(field),
);

/**
 * Runs what compiles a message's rules, with the CEL of those standard rules hidden that it checks in JavaScript. It would
 * parse all of that and use none: a tenth of a second of each start's CPU time.
 */
export function withoutUnusedCel<A>(compile: () => A): A {
  const shown = checkedInJavaScript.map(({ proto }) => ({ proto, options: proto.options }));
  for (const { proto } of shown) delete proto.options;
  try {
    return compile();
  } finally {
    for (const { proto, options } of shown) if (options !== undefined) proto.options = options;
  }
}
