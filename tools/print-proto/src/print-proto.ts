import type { DescFile } from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  Edition,
  type EnumDescriptorProto,
  type FieldDescriptorProto,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from "@bufbuild/protobuf/wkt";

/** Exclusive end of field numbers; a range up to it is written `to max`. */
const END_OF_FIELD_NUMBERS = 536_870_912;

/**
 * Prints the `.proto` source of a compiled file: every message, enum and extension, without comments and options. buf
 * needs the source of imported files, and some packages contain only the descriptor. Supports proto2 and proto3 only.
 */
export function printProto(file: DescFile): string {
  const isProto3 = file.edition === Edition.EDITION_PROTO3;
  if (!isProto3 && file.edition !== Edition.EDITION_PROTO2) throw new Error(`${file.name}: only proto2 and proto3`);
  const printer = new Printer(isProto3);
  const { proto } = file;
  printer.line(`syntax = "${isProto3 ? "proto3" : "proto2"}";`, "", `package ${proto.package};`, "");
  for (const dependency of proto.dependency) printer.line(`import "${dependency}";`);
  for (const type of proto.enumType) printer.enum(type, "");
  for (const message of proto.messageType) printer.message(message, "");
  for (const extension of proto.extension) {
    printer.line("", `extend ${extension.extendee} {`, `  ${printer.field(extension)}`, "}");
  }
  return printer.text();
}

class Printer {
  readonly #lines: string[] = [];
  readonly #isProto3: boolean;

  constructor(isProto3: boolean) {
    this.#isProto3 = isProto3;
  }

  text(): string {
    return `${this.#lines.join("\n")}\n`;
  }

  line(...lines: string[]): void {
    this.#lines.push(...lines);
  }

  enum(type: EnumDescriptorProto, indent: string): void {
    this.line("", `${indent}enum ${type.name} {`);
    if (type.options?.allowAlias) this.line(`${indent}  option allow_alias = true;`);
    for (const value of type.value) this.line(`${indent}  ${value.name} = ${value.number};`);
    for (const range of type.reservedRange) this.line(`${indent}  reserved ${range.start} to ${range.end};`);
    for (const name of type.reservedName) this.line(`${indent}  reserved "${name}";`);
    this.line(`${indent}}`);
  }

  message(message: DescriptorProto, indent: string): void {
    const inner = `${indent}  `;
    this.line("", `${indent}message ${message.name} {`);
    for (const type of message.enumType) this.enum(type, inner);
    for (const nested of message.nestedType) if (!nested.options?.mapEntry) this.message(nested, inner);
    for (const field of message.field) {
      if (!inRealOneof(field)) this.line(`${inner}${this.#mapField(message, field) ?? this.field(field)}`);
    }
    for (const [index, oneof] of message.oneofDecl.entries()) this.#oneof(message, index, oneof.name, inner);
    for (const range of message.extensionRange) {
      const end = range.end >= END_OF_FIELD_NUMBERS ? "max" : range.end - 1;
      this.line(`${inner}extensions ${range.start} to ${end};`);
    }
    for (const range of message.reservedRange) this.line(`${inner}reserved ${range.start} to ${range.end - 1};`);
    for (const name of message.reservedName) this.line(`${inner}reserved "${name}";`);
    this.line(`${indent}}`);
  }

  field(field: FieldDescriptorProto, label = this.#label(field)): string {
    return `${label}${typeName(field)} ${field.name} = ${field.number};`;
  }

  #oneof(message: DescriptorProto, index: number, name: string, indent: string): void {
    const members = message.field.filter((field) => inRealOneof(field) && field.oneofIndex === index);
    if (members.length === 0) return; // The hidden oneof of a proto3 optional field.
    this.line(`${indent}oneof ${name} {`);
    for (const field of members) this.line(`${indent}  ${this.field(field, "")}`);
    this.line(`${indent}}`);
  }

  #mapField(message: DescriptorProto, field: FieldDescriptorProto): string | undefined {
    const entry = message.nestedType.find(
      (nested) => nested.options?.mapEntry && field.typeName.endsWith(`.${message.name}.${nested.name}`),
    );
    const [key, value] = entry?.field ?? [];
    if (key === undefined || value === undefined) return undefined;
    return `map<${typeName(key)}, ${typeName(value)}> ${field.name} = ${field.number};`;
  }

  #label(field: FieldDescriptorProto): string {
    if (field.label === Label.REPEATED) return "repeated ";
    if (field.label === Label.REQUIRED) return "required ";
    return !this.#isProto3 || field.proto3Optional ? "optional " : "";
  }
}

function inRealOneof(field: FieldDescriptorProto): boolean {
  return Object.hasOwn(field, "oneofIndex") && !field.proto3Optional;
}

function typeName(field: FieldDescriptorProto): string {
  return field.typeName || Type[field.type].toLowerCase();
}
