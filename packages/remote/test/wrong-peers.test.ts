import { EmbedderService, type EmbedderDescription, RerankerService } from "@quarry/api/plugin";
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { EmbedderDescriptionSchema } from "@quarry/api/plugin";
import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { openEmbedder, openReranker } from "./support/open-remote.ts";
import { grpcServer, http1Server, http2Server, type OtherProgram, tcpServer } from "./support/peers.ts";
import { embedCall, plainReranker } from "./support/plain-plugins.ts";
import { serve } from "./support/serve.ts";

const GOOD: MessageInitShape<typeof EmbedderDescriptionSchema> = {
  identity: { name: "foreign", specVersions: [1] },
  models: [{ name: "plain", dimension: 4 }],
  maxBatchTexts: 10,
  maxBatchTokens: 1_000,
  hybridAlpha: 0.5,
};

const describing = (description: MessageInitShape<typeof EmbedderDescriptionSchema>, vectors: Uint8Array[] = []) =>
  grpcServer((router) =>
    router.service(EmbedderService, {
      describe: () => description as EmbedderDescription,
      embed: async function* () {
        yield { vectors } as never;
      },
    }),
  );

const failureAt = async ({ address }: { readonly address: string }) => {
  await using remote = await openEmbedder({ address });
  return await remote.failure(embedCall());
};

test("a plugin of another kind is rejected, and the error names its kind", async () => {
  await using served = await serve(plainReranker);
  const failure = await failureAt(served);
  expect(failure).toMatchObject({ reason: "incompatible" });
  const host = new URL(served.address).host;
  expect(failure.message).toBe(
    `${host} is plain-reranker, which is a plugin of the kind reranker; this section needs a embedder (setting address)`,
  );
});

test("a gRPC server that is not a plugin is rejected", async () => {
  await using other = await grpcServer(() => {});
  const failure = await failureAt(other);
  expect(failure).toMatchObject({ reason: "incompatible" });
  expect(failure.message).toContain("is not a Quarry plugin of this version");
});

test("an unsupported contract version is rejected, and the error names the versions of both sides", async () => {
  for (const [specVersions, theirs] of [
    [[2, 3], "2, 3"],
    [[], "none"],
  ] as const) {
    await using other = await describing({ ...GOOD, identity: { name: "newer", specVersions: [...specVersions] } });
    const failure = await failureAt(other);
    expect(failure).toMatchObject({ reason: "incompatible" });
    expect(failure.message).toContain(
      `newer at 127.0.0.1:${other.port} supports version ${theirs} of the embedder contract, and this Quarry 1`,
    );
  }
  await using both = await describing({ ...GOOD, identity: { name: "both", specVersions: [1, 2] } }, [
    new Uint8Array(16),
  ]);
  await using remote = await openEmbedder({ address: both.address });
  expect((await remote.run(embedCall())).vectors).toEqual([new Float32Array(4)]);
});

test.each([
  [{ models: [] }, "no models"],
  [{ models: [{ name: "a", dimension: 0 }] }, "the dimension of a is 0"],
  [{ models: [{ name: "a", dimension: 4, dimensionRange: { minimum: 8, maximum: 9 } }] }, "outside of its range"],
  [
    {
      models: [
        { name: "a", dimension: 4 },
        { name: "a", dimension: 4 },
      ],
    },
    "named twice",
  ],
  [{ maxBatchTexts: 0 }, "max_batch_texts is 0"],
  [{ hybridAlpha: Number.NaN }, "hybrid_alpha is NaN"],
  [{ maxMessageBytes: 1_000 }, "max_message_bytes is 1000"],
])("an invalid description is rejected with the reason: %j", async (wrong, problem) => {
  await using other = await describing({ ...GOOD, ...wrong });
  const failure = await failureAt(other);
  expect(failure).toMatchObject({ reason: "incompatible" });
  expect(failure.message).toContain(problem);
  expect(failure.message).toContain("violates the contract");
});

test.each([
  ["fewer vectors than texts", [], "0 vectors for 1 texts"],
  ["more vectors than texts", [new Uint8Array(16), new Uint8Array(16)], "2 vectors for 1 texts"],
  ["vectors of another dimension", [new Uint8Array(20)], "a vector of 20 bytes, not 4 float32 numbers"],
  ["vectors of bytes that are not float32 numbers", [new Uint8Array(15)], "a vector of 15 bytes"],
  ["vectors that are not finite", [new Uint8Array(16).fill(0xff)], "not finite"],
])("invalid vectors are rejected with the reason: %s", async (_, vectors, problem) => {
  await using other = await describing(GOOD, vectors);
  const failure = await failureAt(other);
  expect(failure).toMatchObject({ reason: "incompatible" });
  expect(failure.message).toContain(problem);
});

test("invalid scores are rejected with the reason", async () => {
  for (const [scores, problem] of [
    [[0.5], "1 scores for 2 passages"],
    [[0.5, 1.5], "a score of 1.5"],
    [[0.5, Number.NaN], "a score of NaN"],
  ] as const) {
    await using other = await grpcServer((router) =>
      router.service(RerankerService, {
        describe: () => ({ identity: { name: "odd", specVersions: [1] }, models: ["m"], maxPassages: 5 }) as never,
        rerank: () => ({ scores: [...scores] }) as never,
      }),
    );
    await using remote = await openReranker({ address: other.address });
    const call = remote.failure(({ rerank }) => rerank({ model: "m", query: "q", passages: ["a", "b"] }));
    expect(await call).toMatchObject({ reason: "incompatible", message: expect.stringContaining(problem) });
  }
});

const OTHERS: readonly (readonly [
  name: string,
  start: () => Promise<OtherProgram>,
  reason: string,
  message: RegExp,
])[] = [
  ["an HTTP/1 server", http1Server, "incompatible", /does not speak HTTP\/2, and so not gRPC \(setting address\)/],
  [
    "a mail server",
    () => tcpServer((socket) => void socket.write("220 mail.example.org ESMTP\r\n")),
    "incompatible",
    /does not speak HTTP\/2/,
  ],
  [
    "a server that hangs up",
    () => tcpServer((socket) => void socket.destroy()),
    "unavailable",
    /closed the connection|can't be reached/,
  ],
  ["a server that sends nothing", () => tcpServer(() => {}), "unavailable", /did not answer within 3 s/],
  [
    "an HTTP/2 server with HTML pages",
    () => http2Server(200, { "content-type": "text/html" }, "<html>"),
    "incompatible",
    /unsupported content type text\/html/,
  ],
  [
    "an HTTP/2 server without such a path",
    () => http2Server(404, {}, ""),
    "incompatible",
    /is not a Quarry plugin of this version/,
  ],
  ["a proxy whose server is unavailable", () => http2Server(503, {}, ""), "unavailable", /HTTP 503/],
  [
    "a server that sends bytes that are no message",
    () => http2Server(200, { "content-type": "application/grpc" }, "hello, how are you?"),
    "incompatible",
    /violates the contract/,
  ],
];

test.each(OTHERS)("%s is reported as such and not used as a plugin", async (_, start, reason, message) => {
  await using other = await start();
  await using remote = await openEmbedder({ address: other.address });
  for (const failure of [await remote.failure(embedCall()), await remote.failure(({ health }) => health)]) {
    expect(failure.message).toMatch(message);
    expect(failure).toMatchObject({ reason, plugin: "under test" });
  }
});

test.each([
  [Code.Unavailable, "unavailable"],
  [Code.DeadlineExceeded, "unavailable"],
  [Code.Unknown, "unavailable"],
  [Code.ResourceExhausted, "rate_limited"],
  [Code.PermissionDenied, "unauthorized"],
  [Code.NotFound, "not_found"],
  [Code.InvalidArgument, "invalid"],
  [Code.FailedPrecondition, "incompatible"],
  [Code.Unimplemented, "incompatible"],
  [Code.OutOfRange, "limit"],
  [Code.Internal, "internal"],
  [Code.DataLoss, "internal"],
])("gRPC code %s without our error detail maps to the reason %s", async (code, reason) => {
  await using other = await grpcServer((router) =>
    router.service(EmbedderService, {
      describe: () => GOOD as EmbedderDescription,
      // eslint-disable-next-line require-yield
      embed: async function* () {
        throw new ConnectError("what it says\u0007\nof itself", code);
      },
    }),
  );
  const failure = await failureAt(other);
  expect(failure).toMatchObject({ reason });
  if (code !== Code.DeadlineExceeded)
    expect(failure.message).toBe(`foreign at 127.0.0.1:${other.port}: what it says of itself`);
});
