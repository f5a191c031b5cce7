import { type DescField, getOption, type Message } from "@bufbuild/protobuf";
import type { Violation } from "@bufbuild/protovalidate";
import { type FieldRules, field as fieldRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { must_be } from "@quarry/api";
import { describeValue } from "@quarry/plugin/domain";
import { enumNames } from "../json/enum-names.ts";
import { listField } from "../json/field-kinds.ts";
import { joinPath } from "../json/field-problem.ts";

/** Describes a violated rule in one sentence: the field by its JSON path, the requirement, and the actual value. */
export function violationMessage(violation: Violation, message: Message): string {
  const location = locate(violation, message);
  // The text of a rule over the whole message is complete.
  if (location.field === undefined) return violation.message;
  return `${location.path}: ${sentence(violation, location.field, location.value)}`;
}

interface FieldLocation {
  readonly path: string;
  readonly field: DescField | undefined;
  readonly value: unknown;
}

function locate(violation: Violation, message: Message): FieldLocation {
  let path = "";
  let field: DescField | undefined;
  let value: unknown = message;
  for (const step of violation.field) {
    if (step.kind === "field") {
      field = step;
      value = fieldValue(step, value);
      if (listField(step.parent) === undefined) path = joinPath(path, step.name);
    } else if (step.kind === "list_sub") {
      value = (value as readonly unknown[] | undefined)?.[step.index];
      path += `[${step.index}]`;
    }
  }
  return { path, field, value };
}

function fieldValue(field: DescField, parent: unknown): unknown {
  const fields = parent as Record<string, unknown> | undefined;
  if (field.oneof === undefined) return fields?.[field.localName];
  return (fields?.[field.oneof.localName] as { value?: unknown } | undefined)?.value;
}

function sentence(violation: Violation, field: DescField, value: unknown): string {
  if (violation.ruleId === "required")
    return field.fieldKind === "list" || value === "" ? REQUIRED_TEXT : "is required";
  const expectation = expectationOf(violation, field);
  return expectation === undefined
    ? violation.message
    : `must ${expectation}, got ${describeActual(field, value, violation)}`;
}

// An empty string or list can't be distinguished from an absent one on the wire.
const REQUIRED_TEXT = "is required and must not be empty";

function describeActual(field: DescField, value: unknown, violation: Violation): string {
  if (field.proto.options?.debugRedact) return "another value";
  if (violation.ruleId.startsWith("repeated.")) return String((value as readonly unknown[] | undefined)?.length ?? 0);
  if (field.enum !== undefined) return describeValue(enumNames(field.enum).nameOf.get(value as number) ?? value);
  return describeValue(typeof value === "bigint" ? Number(value) : value);
}

function expectationOf(violation: Violation, field: DescField): string | undefined {
  const rules = getOption(field, fieldRules);
  const kind = violation.ruleId.split(".", 1)[0];
  if (kind === "string") return getOption(field, must_be) === "" ? undefined : `be ${getOption(field, must_be)}`;
  if (kind === "enum") return `be one of: ${allowedNames(field, rules)}`;
  if (kind === "repeated") return countExpectation(rules);
  if (violation.ruleId.endsWith(".finite")) return "be a finite number";
  return rangeExpectation(rules, kind === "double" ? "a number" : "an integer");
}

function allowedNames(field: DescField, rules: FieldRules): string {
  const itemRules = rules.type.case === "repeated" ? rules.type.value.items : rules;
  const allowed = itemRules?.type.case === "enum" ? itemRules.type.value.in : [];
  const { nameOf, listed } = enumNames(field.enum!);
  return allowed.length === 0 ? listed : allowed.map((number) => nameOf.get(number)).join(", ");
}

function countExpectation(rules: FieldRules): string | undefined {
  if (rules.type.case !== "repeated") return undefined;
  const { minItems, maxItems } = rules.type.value;
  if (maxItems === 0n) return `have at least ${minItems} ${minItems === 1n ? "item" : "items"}`;
  return `have ${minItems} to ${maxItems} items`;
}

interface NumberRules {
  readonly greaterThan: { readonly case?: string | undefined; readonly value?: unknown };
  readonly lessThan: { readonly case?: string | undefined; readonly value?: unknown };
}

function rangeExpectation(rules: FieldRules, noun: string): string | undefined {
  const range = rules.type.value as Partial<NumberRules> | undefined;
  if (range?.greaterThan === undefined || range.lessThan === undefined) return undefined;
  const lowest = range.greaterThan.case === "gte" ? range.greaterThan.value : undefined;
  const highest = range.lessThan.case === "lte" ? range.lessThan.value : undefined;
  if (lowest !== undefined && highest !== undefined) return `be ${noun} from ${String(lowest)} to ${String(highest)}`;
  if (lowest !== undefined) return `be ${noun} of at least ${String(lowest)}`;
  if (highest !== undefined) return `be ${noun} of at most ${String(highest)}`;
  return undefined;
}
