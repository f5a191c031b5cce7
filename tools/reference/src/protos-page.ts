import {
  createFileRegistry,
  type DescEnum,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescService,
  ScalarType,
} from "@bufbuild/protobuf";
import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { contractComments, contractImage } from "@quarry/openapi";
import { anchor, code, paragraphs, table } from "./markdown.ts";

type Comments = ReadonlyMap<string, string>;

/** Generates a section with every service, message and enum of a proto package, with its comments. */
const packageSection = (image: FileDescriptorSet, packageName: string, title: string, intro: string): string => {
  const files = [...createFileRegistry(image).files].filter(({ proto }) => proto.package === packageName);
  const comments = contractComments(packageName);
  const services = files.flatMap((file) => file.services);
  const messages = files.flatMap((file) => file.messages);
  const enums = files.flatMap((file) => file.enums);
  return paragraphs(
    `## ${title}`,
    intro,
    ...services.map((service) => serviceSection(service, comments)),
    ...messages.map((message) => messageSection(message, comments)),
    ...enums.map((type) => enumSection(type, comments)),
  );
};

/** Generates a page with the contract of services and clients, and that of plugins in separate processes. */
export const protosPage = (): string => {
  const image = contractImage();
  return paragraphs(
    "# Protobuf",
    "The protocol definitions from which gRPC and Connect clients in any language are generated. The files are in [proto](../../proto).",
    "“Extension” marks an optional addition to the contract's core, which is off by default, so that a client that doesn't know it sees no difference.",
    packageSection(
      image,
      "quarry.v1",
      "The service: quarry.v1",
      "Served on the service's port as gRPC (without TLS: HTTP/2 with prior knowledge), Connect and gRPC-Web, with reflection and the health service of gRPC. The key is sent as the metadata `authorization: Bearer <key>`.",
    ),
    packageSection(
      image,
      "quarry.plugin.v1",
      "Plugins in separate processes: quarry.plugin.v1",
      "The services of a plugin that runs out of process, in any language. See [the guide](../guides/out-of-process-plugins.md).",
    ),
  );
};

const comment = (comments: Comments, name: string): string => comments.get(name) ?? "";

/** Returns the short name: `Collection`, or `plugin.v1.Record` in the other package. */
const nameOf = ({ typeName }: { readonly typeName: string }): string => typeName.replace(/^quarry\.(v1\.)?/, "");

const link = (type: { readonly typeName: string }): string => `[${nameOf(type)}](#${anchor(nameOf(type))})`;

const serviceSection = (service: DescService, comments: Comments): string =>
  paragraphs(
    `### ${nameOf(service)}`,
    comment(comments, service.typeName),
    table(
      ["Call", "Takes", "Gives", ""],
      service.methods.map((method) => [
        code(method.name),
        `${isClientStream(method) ? "stream of " : ""}${link(method.input)}`,
        `${isServerStream(method) ? "stream of " : ""}${link(method.output)}`,
        comment(comments, `${service.typeName}.${method.name}`),
      ]),
    ),
  );

const isClientStream = ({ methodKind }: DescMethod) =>
  methodKind === "client_streaming" || methodKind === "bidi_streaming";
const isServerStream = ({ methodKind }: DescMethod) =>
  methodKind === "server_streaming" || methodKind === "bidi_streaming";

const messageSection = (message: DescMessage, comments: Comments): string =>
  paragraphs(
    `### ${nameOf(message)}`,
    comment(comments, message.typeName),
    table(
      ["Field", "Number", "Type", ""],
      message.fields.map((field) => [
        code(field.name),
        String(field.number),
        fieldType(field),
        comment(comments, `${message.typeName}.${field.name}`),
      ]),
    ),
    ...message.nestedMessages
      .filter(({ proto }) => proto.options?.mapEntry !== true)
      .map((nested) => messageSection(nested, comments)),
    ...message.nestedEnums.map((nested) => enumSection(nested, comments)),
  );

const fieldType = (field: DescField): string => {
  switch (field.fieldKind) {
    case "list":
      return `repeated ${singular(field.listKind === "scalar" ? field.scalar : field.listKind === "enum" ? field.enum : field.message)}`;
    case "map":
      return `map of ${singular(field.mapKind === "scalar" ? field.scalar : field.mapKind === "enum" ? field.enum : field.message)} by ${singular(field.mapKey)}`;
    case "scalar":
      return singular(field.scalar);
    case "enum":
      return singular(field.enum);
    case "message":
      return singular(field.message);
  }
};

const singular = (type: ScalarType | DescEnum | DescMessage): string => {
  if (typeof type === "number") return ScalarType[type].toLowerCase();
  return type.typeName.startsWith("quarry.") ? link(type) : code(type.typeName);
};

const enumSection = (type: DescEnum, comments: Comments): string =>
  paragraphs(
    `### ${nameOf(type)}`,
    comment(comments, type.typeName),
    table(
      ["Value", "Number", ""],
      type.values.map((value) => [
        code(value.name),
        String(value.number),
        comment(comments, `${type.typeName}.${value.name}`),
      ]),
    ),
  );
