import { create, createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { beforeEach, describe, expect, test } from "vitest";
import { HEALTH_SERVICE, REFLECTION_SERVICES } from "../../src/protocols/grpc/protocol-files.ts";
import { type RunningServer, startServer } from "./support/running-server.ts";

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
});

type Answer = { readonly messageResponse: { readonly case: string; readonly value: Record<string, unknown> } };
type ReflectionCall = (requests: AsyncIterable<object>) => AsyncIterable<Answer>;

/** Descriptors created at run time have no types; these are the protocol's. */
const clientOf = <Methods>(service: (typeof REFLECTION_SERVICES)[number]): Methods =>
  createClient(service, createGrpcTransport({ baseUrl: server.url })) as unknown as Methods;

describe.each(REFLECTION_SERVICES)("reflection by $typeName", (service) => {
  const ask = async (
    ...kinds: readonly (readonly [string, string])[]
  ): Promise<readonly Answer["messageResponse"][]> => {
    const { serverReflectionInfo } = clientOf<{ serverReflectionInfo: ReflectionCall }>(service);
    const requests = async function* () {
      for (const [kind, value] of kinds) yield { host: "", messageRequest: { case: kind, value } };
    };
    const answers: Answer["messageResponse"][] = [];
    for await (const { messageResponse } of serverReflectionInfo(requests())) answers.push(messageResponse);
    return answers;
  };

  test("lists the services without a token", async () => {
    const [answer] = await ask(["listServices", "*"]);
    const names = (answer!.value["service"] as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["quarry.v1.CollectionService", "quarry.v1.QueryService", "grpc.health.v1.Health"]),
    );
  });

  test("returns the file of a symbol with all of its imports", async () => {
    const [answer] = await ask(["fileContainingSymbol", "quarry.v1.DocumentService.UploadDocument"]);
    const file = (answer!.value["fileDescriptorProto"] as Uint8Array[]).map((bytes) =>
      fromBinary(FileDescriptorProtoSchema, bytes),
    );
    const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: importedFirst(file) }));
    expect(registry.getService("quarry.v1.DocumentService")?.method["uploadDocument"]?.methodKind).toBe(
      "client_streaming",
    );
    expect(file.map(({ name }) => name)).toContain("google/protobuf/struct.proto");
  });

  test("responds to several requests on one stream, with errors for unknown ones", async () => {
    const answers = await ask(
      ["fileByFilename", "quarry/v1/query.proto"],
      ["fileContainingSymbol", "quarry.v1.Nothing"],
      ["allExtensionNumbersOfType", "google.protobuf.FieldOptions"],
    );
    expect(answers.map((answer) => [answer.case, answer.value["errorCode"]])).toEqual([
      ["fileDescriptorResponse", undefined],
      ["errorResponse", 5],
      ["errorResponse", 12],
    ]);
  });
});

/** Sorts files into the order that the library requires: imports first. */
const importedFirst = (files: readonly FileDescriptorProto[]): FileDescriptorProto[] => {
  const byName = new Map(files.map((file) => [file.name, file]));
  const ordered = new Set<FileDescriptorProto>();
  const visit = (file: FileDescriptorProto): void => {
    for (const name of file.dependency) visit(byName.get(name)!);
    ordered.add(file);
  };
  for (const file of files) visit(file);
  return [...ordered];
};

describe("health", () => {
  interface Health {
    check(request: { service: string }): Promise<{ status: number }>;
    watch(request: { service: string }, options?: { signal: AbortSignal }): AsyncIterable<{ status: number }>;
  }

  test("reports the server's own services as serving, and rejects others", async () => {
    const health = clientOf<Health>(HEALTH_SERVICE);
    expect((await health.check({ service: "" })).status).toBe(1);
    expect((await health.check({ service: "quarry.v1.QueryService" })).status).toBe(1);
    await expect(health.check({ service: "quarry.v1.Nothing" })).rejects.toThrow(/not_found/);
  });

  test("a watcher is notified of a stop and doesn't delay it", async () => {
    const health = clientOf<Health>(HEALTH_SERVICE);
    const statuses: number[] = [];
    const watching = (async () => {
      for await (const { status } of health.watch({ service: "" })) {
        statuses.push(status);
        if (statuses.length === 1) void server.server.close();
      }
    })();
    await watching;
    expect(statuses).toEqual([1, 2]);
  });
});
