import type { DescField } from "@bufbuild/protobuf";
import {
  BytesRulesSchema,
  FieldRulesSchema,
  RepeatedRulesSchema,
  StringRulesSchema,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";

/** Kinds of fields whose rules the validator implements only in CEL. */
const IN_CEL = new Set(["any", "duration", "field_mask", "timestamp"]);

/** Rules that sometimes need CEL: a pattern that can't be compiled, and the uniqueness of messages. */
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
 * Runs a function that compiles a message's rules, while the CEL of the standard rules that the validator checks in
 * JavaScript is hidden. Otherwise it would parse all of that CEL and use none of it, which costs a tenth of a second of
 * CPU time at each start.
 */
export function withoutUnusedCel<A>(compile: () => A): A {
  const stripped = checkedInJavaScript.map(({ proto }) => ({ proto, options: proto.options }));
  for (const { proto } of stripped) delete proto.options;
  try {
    return compile();
  } finally {
    for (const { proto, options } of stripped) if (options !== undefined) proto.options = options;
  }
}
