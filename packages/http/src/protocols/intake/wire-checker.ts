import { type DescField, type DescMessage, getOption, type Message, ScalarType } from "@bufbuild/protobuf";
import { float32_array } from "@quarry/api";
import { type Fields, fieldValue, isStruct, listField } from "../json/field-kinds.ts";
import { withPathStep, refusingProblems } from "../json/field-problem.ts";
import { checkFloat32Bytes } from "../json/float32-array.ts";
import { structValue } from "../json/struct-value.ts";

type Check = (value: unknown) => void;

/**
 * Compiles the checks that the JSON decoder performs while it reads and the binary format lacks: numbers, text and
 * nesting of free-form objects, and complete, finite float32 values. Returns undefined if a message has no such fields.
 * The check throws `invalid_argument`. `text` returns the JSON source of the message, if it was JSON.
 */
export function wireChecker(descriptor: DescMessage): ((message: Message, text?: () => string) => void) | undefined {
  const check = messageCheck(descriptor, []);
  return check && ((message, text) => refusingProblems(() => check(message), text));
}

function messageCheck(descriptor: DescMessage, ancestors: readonly DescMessage[]): Check | undefined {
  if (isStruct(descriptor)) return (value) => void structValue(value);
  // None of our messages contains itself.
  if (ancestors.includes(descriptor)) return undefined;
  const lineage = [...ancestors, descriptor];
  const checks = descriptor.fields.flatMap((field) => fieldCheck(field, lineage) ?? []);
  if (checks.length === 0) return undefined;
  return (message) => {
    for (const check of checks) check(message as Fields);
  };
}

function fieldCheck(field: DescField, lineage: readonly DescMessage[]): ((fields: Fields) => void) | undefined {
  const checkOne = valueCheck(field, lineage);
  if (checkOne === undefined) return undefined;
  const check = field.fieldKind === "list" ? listCheck(checkOne) : checkOne;
  const step = listField(field.parent) === undefined ? field.name : "";
  return (fields) => {
    const value = fieldValue(field, fields);
    if (value === undefined) return;
    try {
      check(value);
    } catch (error) {
      throw withPathStep(error, step);
    }
  };
}

function valueCheck(field: DescField, lineage: readonly DescMessage[]): Check | undefined {
  if (field.message !== undefined) return messageCheck(field.message, lineage);
  if (field.scalar !== ScalarType.BYTES || !getOption(field, float32_array)) return undefined;
  return (value) => checkFloat32Bytes(value as Uint8Array);
}

function listCheck(check: Check): Check {
  return (value) => {
    const items = value as readonly unknown[];
    let index = 0;
    try {
      for (; index < items.length; index++) check(items[index]);
    } catch (error) {
      throw withPathStep(error, `[${index}]`);
    }
  };
}
