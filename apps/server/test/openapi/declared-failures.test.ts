import { getOption } from "@bufbuild/protobuf";
import { ErrorCode, fails_with } from "@quarry/api";
import { expect, test } from "vitest";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { callerOver, type Given, METHODS } from "../tenants/contract-calls.ts";

const server = useSharedServer();

const ABSENT = "9d3f7a52-6c0e-4d5d-8f7b-9f0e4b1f2a3c";

/** Requests that are valid except that nothing they name exists. */
const GIVEN: Given = {
  ...{ collection_name: "absent", name: "absent", collection: "absent", collections: ["absent"] },
  ...{ document_id: ABSENT, document_ids: [ABSENT], id: ABSENT, ids: [ABSENT], delivery_id: ABSENT },
  ...{ page: 1, table: 1, query: "figures", fields: ["filename"], queries: true, vectors: true },
  ...{ metadata: { year: 2026 }, filename: "figures.md", text: "figures", chunk: new TextEncoder().encode("figures") },
  ...{ embedding: new Uint8Array(new Float32Array([1, 0]).buffer), vector_store: "embedded", documents: ["figures"] },
};

/** `requestOf` omits this rpc's list of enum values, which may not be empty. */
const UNREACHED = "UpdateWebhook";

/** Fields that one rpc needs in addition to `GIVEN`, and that others must not have. */
const ALSO: Readonly<Record<string, Given>> = {
  ...{ DeleteDocuments: { all: true }, UpdateDocuments: { all: true }, ReprocessDocuments: { all: true } },
};

test("rpcs return not_found exactly where they declare it", async () => {
  const call = callerOver("grpc", server.api.address, server.current.secret);
  // Rpcs that don't declare it run last: one of them creates the collection.
  for (const isDeclared of [true, false]) {
    const methods = METHODS.filter(
      (method) =>
        method.name !== UNREACHED && getOption(method, fails_with).includes(ErrorCode.NOT_FOUND) === isDeclared,
    );
    const answers = await Promise.all(
      methods.map(async (method) => {
        const { code, text } = await call(method, { ...GIVEN, ...ALSO[method.name] });
        return `${method.name}: ${code ?? "no failure"} ${text}`;
      }),
    );
    expect(answers.filter((answer) => / not_found /.test(answer) !== isDeclared)).toEqual([]);
    expect(answers.length).toBeGreaterThan(10);
  }
});
