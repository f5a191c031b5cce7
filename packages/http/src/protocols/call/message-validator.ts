import { create, type DescMessage, hasOption, type Message } from "@bufbuild/protobuf";
import { createValidator } from "@bufbuild/protovalidate";
import { field as fieldRules, message as messageRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { invalidArgument } from "@quarry/plugin/domain";
import { withoutUnusedCel } from "./standard-rules.ts";
import { violationMessage } from "./violation-message.ts";

/** Throws `invalid_argument` for the first rule of the contract that a message violates. */
export type MessageValidator = (message: Message) => void;

const validator = createValidator({
  failFast: true,
  // The contract's patterns are trusted and linear; V8's engine is much faster than the default RE2 one.
  regexMatch: (pattern, text) => compiledPattern(pattern).test(text),
});

const patterns = new Map<string, RegExp>();

function compiledPattern(pattern: string): RegExp {
  let compiled = patterns.get(pattern);
  if (compiled === undefined) patterns.set(pattern, (compiled = new RegExp(pattern, "u")));
  return compiled;
}

/** Compiles the validator of a message; returns undefined if the contract has no rules for it. */
export function messageValidator(descriptor: DescMessage): MessageValidator | undefined {
  if (!hasRules(descriptor, new Set())) return undefined;
  // Compiles the rules now: at the first use it would delay the first caller by tens of milliseconds.
  withoutUnusedCel(() => validator.validate(descriptor, create(descriptor)));
  return (message) => {
    const result = validator.validate(descriptor, message);
    if (result.kind === "valid") return;
    if (result.kind === "error") throw result.error;
    throw invalidArgument(violationMessage(result.violations[0]!, message));
  };
}

function hasRules(descriptor: DescMessage, visited: Set<DescMessage>): boolean {
  if (visited.has(descriptor)) return false;
  visited.add(descriptor);
  if (hasOption(descriptor, messageRules)) return true;
  return descriptor.fields.some(
    (field) => hasOption(field, fieldRules) || (field.message !== undefined && hasRules(field.message, visited)),
  );
}
