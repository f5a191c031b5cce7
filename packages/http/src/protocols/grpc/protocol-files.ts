import { create, createFileRegistry, type DescService, type FileRegistry } from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from "@bufbuild/protobuf/wkt";
import type { MessageInitShape } from "@bufbuild/protobuf";

/**
 * Descriptors of the services that gRPC clients expect of every server. They are declared here by field number, because
 * their files belong to the protocol.
 */
type FileInit = MessageInitShape<typeof FileDescriptorProtoSchema>;
type MessageInit = MessageInitShape<typeof import("@bufbuild/protobuf/wkt").DescriptorProtoSchema>;
type FieldInit = NonNullable<MessageInit["field"]>[number];

const message = (name: string, field: readonly FieldInit[], oneof?: string): MessageInit => ({
  name,
  field: [...field],
  ...(oneof !== undefined && { oneofDecl: [{ name: oneof }] }),
});

const scalar = (name: string, number: number, type: Type, more: Partial<DescriptorProto["field"][number]> = {}) =>
  ({ name, number, type, label: Label.OPTIONAL, ...more }) as FieldInit;

const text = (name: string, number: number): FieldInit => scalar(name, number, Type.STRING);
const of = (name: string, number: number, typeName: string): FieldInit =>
  scalar(name, number, Type.MESSAGE, { typeName });
const repeated = (field: FieldInit): FieldInit => ({ ...field, label: Label.REPEATED });
/** Declares a field as one of the alternatives of the message's only oneof. */
const choice = (field: FieldInit): FieldInit => ({ ...field, oneofIndex: 0 });

/** grpc/reflection/<version>/reflection.proto */
const reflectionFile = (version: "v1" | "v1alpha"): FileInit => {
  const own = (name: string) => `.grpc.reflection.${version}.${name}`;
  return {
    name: `grpc/reflection/${version}/reflection.proto`,
    package: `grpc.reflection.${version}`,
    syntax: "proto3",
    messageType: [
      message(
        "ServerReflectionRequest",
        [
          text("host", 1),
          choice(text("file_by_filename", 3)),
          choice(text("file_containing_symbol", 4)),
          choice(of("file_containing_extension", 5, own("ExtensionRequest"))),
          choice(text("all_extension_numbers_of_type", 6)),
          choice(text("list_services", 7)),
        ],
        "message_request",
      ),
      message("ExtensionRequest", [text("containing_type", 1), scalar("extension_number", 2, Type.INT32)]),
      message(
        "ServerReflectionResponse",
        [
          text("valid_host", 1),
          of("original_request", 2, own("ServerReflectionRequest")),
          choice(of("file_descriptor_response", 4, own("FileDescriptorResponse"))),
          choice(of("all_extension_numbers_response", 5, own("ExtensionNumberResponse"))),
          choice(of("list_services_response", 6, own("ListServiceResponse"))),
          choice(of("error_response", 7, own("ErrorResponse"))),
        ],
        "message_response",
      ),
      message("FileDescriptorResponse", [repeated(scalar("file_descriptor_proto", 1, Type.BYTES))]),
      message("ExtensionNumberResponse", [
        text("base_type_name", 1),
        repeated(scalar("extension_number", 2, Type.INT32)),
      ]),
      message("ListServiceResponse", [repeated(of("service", 1, own("ServiceResponse")))]),
      message("ServiceResponse", [text("name", 1)]),
      message("ErrorResponse", [scalar("error_code", 1, Type.INT32), text("error_message", 2)]),
    ],
    service: [
      {
        name: "ServerReflection",
        method: [
          {
            name: "ServerReflectionInfo",
            inputType: own("ServerReflectionRequest"),
            outputType: own("ServerReflectionResponse"),
            clientStreaming: true,
            serverStreaming: true,
          },
        ],
      },
    ],
  };
};

/** grpc/health/v1/health.proto */
const healthFile = {
  name: "grpc/health/v1/health.proto",
  package: "grpc.health.v1",
  syntax: "proto3",
  messageType: [
    message("HealthCheckRequest", [text("service", 1)]),
    {
      ...message("HealthCheckResponse", [
        scalar("status", 1, Type.ENUM, { typeName: ".grpc.health.v1.HealthCheckResponse.ServingStatus" }),
      ]),
      enumType: [
        {
          name: "ServingStatus",
          value: ["UNKNOWN", "SERVING", "NOT_SERVING", "SERVICE_UNKNOWN"].map((name, number) => ({ name, number })),
        },
      ],
    },
  ],
  service: [
    {
      name: "Health",
      method: [false, true].map((serverStreaming) => ({
        name: serverStreaming ? "Watch" : "Check",
        inputType: ".grpc.health.v1.HealthCheckRequest",
        outputType: ".grpc.health.v1.HealthCheckResponse",
        serverStreaming,
      })),
    },
  ],
} as FileInit;

const registry: FileRegistry = createFileRegistry(
  create(FileDescriptorSetSchema, { file: [reflectionFile("v1"), reflectionFile("v1alpha"), healthFile] }),
);

const serviceOf = (name: string): DescService => registry.getService(name)!;

export const HEALTH_SERVICE = serviceOf("grpc.health.v1.Health");

/** Both versions, which differ only in name: grpcurl requests the first, older tools the second. */
export const REFLECTION_SERVICES: readonly DescService[] = [
  serviceOf("grpc.reflection.v1.ServerReflection"),
  serviceOf("grpc.reflection.v1alpha.ServerReflection"),
];
