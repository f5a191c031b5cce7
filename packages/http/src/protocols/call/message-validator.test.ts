import { create, type DescField, type DescMessage, type Message, ScalarType } from "@bufbuild/protobuf";
import { createValidator } from "@bufbuild/protovalidate";
import * as api from "@quarry/api";
import { expect, it } from "vitest";
import { messageValidator } from "./message-validator.ts";
import { violationMessage } from "./violation-message.ts";

const TEXTS = ["", "a", "A1", " ", "1", "é".repeat(64), "a".repeat(300), "a".repeat(70_000), crypto.randomUUID()];
const INTEGERS = [0, 1, -1, 7, 1_001, 2 ** 31 - 1];
const NUMBERS = [...INTEGERS, 0.5, -0.5, Number.NaN, Infinity];

/** Rules of the contract, one of each kind of field. */
const OF_EVERY_KIND = [
  "string.max_len",
  "string.pattern",
  "string.uuid",
  "enum.defined_only",
  "int32.gte_lte",
  "double.finite",
  "repeated.max_items",
  "required",
];

const scalars = (type: ScalarType): readonly unknown[] => {
  switch (type) {
    case ScalarType.STRING:
      return TEXTS;
    case ScalarType.BYTES:
      return TEXTS.map((text) => Buffer.from(text));
    case ScalarType.BOOL:
      return [true, false];
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return NUMBERS;
    case ScalarType.INT64:
    case ScalarType.UINT64:
    case ScalarType.SINT64:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
      return INTEGERS.map(BigInt);
    default:
      return INTEGERS;
  }
};

const valuesOf = (field: DescField): readonly unknown[] => {
  if (field.fieldKind === "scalar") return scalars(field.scalar);
  if (field.fieldKind === "enum") return [0, 1, 2, 99];
  if (field.fieldKind === "message") return [create(field.message)];
  if (field.fieldKind === "map") {
    const values = field.mapKind === "scalar" ? scalars(field.scalar) : [];
    return values.map((value) => ({ a: value }));
  }
  const items =
    field.listKind === "scalar"
      ? scalars(field.scalar)
      : field.listKind === "enum"
        ? [0, 1, 99]
        : [create(field.message)];
  return [[], items, ...items.flatMap((item) => [[item], [item, item], Array.from({ length: 1_025 }, () => item)])];
};

/** Returns messages with one field set each. */
const messagesOf = (descriptor: DescMessage): readonly Message[] => [
  create(descriptor),
  ...descriptor.fields.flatMap((field) =>
    valuesOf(field).map((value) =>
      field.oneof === undefined
        ? create(descriptor, { [field.localName]: value })
        : create(descriptor, { [field.oneof.localName]: { case: field.localName, value } }),
    ),
  ),
];

const isMessage = (value: unknown): value is DescMessage =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "message";

it("enforces the rules of every message like full CEL validation", () => {
  const whole = createValidator({
    failFast: true,
    regexMatch: (pattern, text) => new RegExp(pattern, "u").test(text),
  });
  const broken = new Set<string>();
  for (const descriptor of Object.values<unknown>(api).filter(isMessage)) {
    const validate = messageValidator(descriptor);
    for (const message of messagesOf(descriptor)) {
      const result = whole.validate(descriptor, message);
      if (result.kind === "error") throw result.error;
      if (result.kind === "valid") {
        validate?.(message);
        continue;
      }
      const [violation] = result.violations;
      broken.add(violation!.ruleId);
      expect(() => validate!(message)).toThrow(violationMessage(violation!, message));
    }
  }
  expect([...broken]).toEqual(expect.arrayContaining(OF_EVERY_KIND));
});
