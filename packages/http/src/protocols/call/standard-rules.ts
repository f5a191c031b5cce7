import type { DescField } from "@bufbuild/protobuf";
import {
  BytesRulesSchema,
  FieldRulesSchema,
  RepeatedRulesSchema,
  StringRulesSchema,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";

/** Kinds of fields whose rules the validator has in CEL alone. */
const IN_CEL = new Set(["any", "duration", "field_mask", "timestamp"]);

/** Left to CEL at times: a pattern that can't be compiled, and whether messages are all different. */
const AT_TIMES_IN_CEL = new Set<DescField>([
  StringRulesSchema.field.pattern,
  BytesRulesSchema.field.pattern,
  RepeatedRulesSchema.field.unique,
]);

const checkedInJavaScript: readonly DescField[] = FieldRulesSchema.oneofs
  .flatMap(({ fields }) => fields)
  .filter(({ name }) => !IN_CEL.has(name))
  .flatMap(({ message }) => message?.fields ?? [])
  .filter((field) => !AT_TIMES_IN_CEL.has(field));

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
