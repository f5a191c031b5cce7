import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { fromBinary } from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  type EnumDescriptorProto,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  type FileDescriptorSet,
  FileDescriptorSetSchema,
  type ServiceDescriptorProto,
} from "@bufbuild/protobuf/wkt";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** Package whose comments are extracted. */
const PACKAGE = "quarry.v1";

/** Generates a source file with the comments of the service's contract, which generated descriptors lack. */
export const commentsSource = (): string =>
  "/** The comment of a service, rpc, message, field, enum or enum value, by its full name; lines are joined. */\n" +
  `export const COMMENTS: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(contractComments(PACKAGE)))};`;

/** Returns all protos with their imports and comments. */
export function contractImage(): FileDescriptorSet {
  const image = execFileSync("buf", ["build", "-o", "-#format=binpb"], { cwd: ROOT, maxBuffer: 64 * 1_048_576 });
  return fromBinary(FileDescriptorSetSchema, image);
}

/** Returns the comments of a package, by the full names of the commented elements. */
export function contractComments(packageName: string): ReadonlyMap<string, string> {
  const files = contractImage().file.filter((file) => file.package === packageName);
  return new Map(files.flatMap(commentsOf));
}

type Entry = readonly [name: string, comment: string];

/** Field numbers that form the path of a source location. */
const FILE = fieldNumbers("message_type", "enum_type", "service");
const MESSAGE_FIELD = 2;
const MESSAGE_ONEOF = 8;
const ENUM_VALUE = 2;
const SERVICE_METHOD = 2;

function fieldNumbers(...names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    names.map((name) => [name, FileDescriptorProtoSchema.fields.find((field) => field.name === name)!.number]),
  );
}

function commentsOf(file: FileDescriptorProto): Entry[] {
  const comments = new Map<string, string>();
  for (const { path, leadingComments } of file.sourceCodeInfo?.location ?? []) {
    if (leadingComments !== "") comments.set(path.join("."), joined(leadingComments));
  }
  const names = [
    ...file.service.flatMap((service, index) => serviceNames(service, `${FILE["service"]}.${index}`)),
    ...file.enumType.flatMap((type, index) => enumNames(type, `${FILE["enum_type"]}.${index}`)),
    ...file.messageType.flatMap((message, index) => messageNames(message, `${FILE["message_type"]}.${index}`)),
  ];
  return names.flatMap(([name, path]) => {
    const comment = comments.get(path);
    return comment === undefined ? [] : [[`${file.package}.${name}`, comment] as const];
  });
}

type FieldPath = readonly [name: string, path: string];

const serviceNames = (service: ServiceDescriptorProto, path: string): FieldPath[] => [
  [service.name, path],
  ...service.method.map(({ name }, index): FieldPath => [
    `${service.name}.${name}`,
    `${path}.${SERVICE_METHOD}.${index}`,
  ]),
];

const enumNames = (type: EnumDescriptorProto, path: string): FieldPath[] => [
  [type.name, path],
  ...type.value.map(({ name }, index): FieldPath => [`${type.name}.${name}`, `${path}.${ENUM_VALUE}.${index}`]),
];

const messageNames = (message: DescriptorProto, path: string): FieldPath[] => [
  [message.name, path],
  ...message.field.map(({ name }, index): FieldPath => [
    `${message.name}.${name}`,
    `${path}.${MESSAGE_FIELD}.${index}`,
  ]),
  ...message.oneofDecl.map(({ name }, index): FieldPath => [
    `${message.name}.${name}`,
    `${path}.${MESSAGE_ONEOF}.${index}`,
  ]),
];

const joined = (comment: string): string =>
  comment
    .split("\n")
    .map((line) => line.trim())
    .join(" ")
    .trim();
