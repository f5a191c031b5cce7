import { type DescFile, type DescService, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";

/** Fields of a ServerReflectionRequest that are answered, in protobuf-es form. */
export interface ReflectionRequest {
  readonly host: string;
  readonly messageRequest: { readonly case: string | undefined; readonly value?: unknown };
}

const NOT_FOUND = 5;
const UNIMPLEMENTED = 12;

/** Lists the names of the server's services, and the files that declare them with all their imports. */
export class Reflection {
  readonly #services: readonly DescService[];
  readonly #files = new Map<string, DescFile>();
  /** Files by the full name of every message, enum, service and method. */
  readonly #bySymbol = new Map<string, DescFile>();

  constructor(services: readonly DescService[]) {
    this.#services = services;
    for (const { file } of services) this.#add(file);
  }

  async *answer(requests: AsyncIterable<ReflectionRequest>): AsyncGenerator<object> {
    for await (const request of requests) {
      yield { validHost: request.host, originalRequest: request, messageResponse: this.#respond(request) };
    }
  }

  #respond({ messageRequest: { case: kind, value } }: ReflectionRequest): object {
    switch (kind) {
      case "listServices":
        return {
          case: "listServicesResponse",
          value: { service: this.#services.map(({ typeName }) => ({ name: typeName })) },
        };
      case "fileByFilename":
        return this.#fileResponse(this.#files.get(String(value)), `no file ${String(value)}`);
      case "fileContainingSymbol":
        return this.#fileResponse(this.#bySymbol.get(String(value)), `no symbol ${String(value)}`);
      default:
        return failure(UNIMPLEMENTED, "extensions are not listed: no message has any that a caller needs");
    }
  }

  #fileResponse(file: DescFile | undefined, problem: string): object {
    if (file === undefined) return failure(NOT_FOUND, problem);
    const all = new Set<DescFile>();
    collect(file, all);
    return {
      case: "fileDescriptorResponse",
      value: { fileDescriptorProto: [...all].map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto)) },
    };
  }

  #add(file: DescFile): void {
    if (this.#files.has(file.proto.name)) return;
    this.#files.set(file.proto.name, file);
    for (const name of symbolsOf(file)) this.#bySymbol.set(name, file);
    for (const dependency of file.dependencies) this.#add(dependency);
  }
}

/** Collects the file and then its imports; clients accept any order. */
const collect = (file: DescFile, all: Set<DescFile>): void => {
  if (all.has(file)) return;
  all.add(file);
  for (const dependency of file.dependencies) collect(dependency, all);
};

function* symbolsOf(file: DescFile): Generator<string> {
  for (const service of file.services) {
    yield service.typeName;
    for (const method of service.methods) yield `${service.typeName}.${method.name}`;
  }
  for (const { typeName } of file.enums) yield typeName;
  const open = [...file.messages];
  for (let message = open.pop(); message !== undefined; message = open.pop()) {
    yield message.typeName;
    for (const { typeName } of message.nestedEnums) yield typeName;
    open.push(...message.nestedMessages);
  }
}

const failure = (errorCode: number, errorMessage: string): object => ({
  case: "errorResponse",
  value: { errorCode, errorMessage },
});
