import { expect, test } from "vitest";
import { refusal, requireAllShards, type ShardAnswer } from "./opensearch-failure.ts";

const shard = { type: "circuit_breaking_exception", reason: "[parent] Data too large" };

test.each([
  [429, { type: "opensearch_rejected_execution_exception", reason: "queue is full" }, "rate_limited"],
  [503, { type: "search_phase_execution_exception", failed_shards: [{ reason: shard }] }, "rate_limited"],
  [429, undefined, "rate_limited"],
  [403, { type: "cluster_block_exception", reason: "FORBIDDEN/12/index read-only" }, "unavailable"],
  [429, { type: "cluster_block_exception", reason: "TOO_MANY_REQUESTS/12/disk usage exceeded" }, "unavailable"],
  [503, { type: "search_phase_execution_exception", reason: "all shards failed" }, "unavailable"],
  [404, { type: "index_not_found_exception", reason: "no such index [x]" }, "not_found"],
  [401, "Unauthorized", "unauthorized"],
  [403, { type: "security_exception", reason: "no permissions" }, "unauthorized"],
  [400, { type: "validation_exception", reason: "[1000]/[1000] maximum shards open" }, "limit"],
  [
    400,
    { type: "mapper_parsing_exception", reason: "No handler for type [knn_vector] declared on field [vector]" },
    "incompatible",
  ],
  [400, { type: "mapper_parsing_exception", reason: "failed to parse" }, "invalid"],
  [413, "", "invalid"],
] as const)("status %i with %j maps to %s", (status, error, reason) => {
  const failed = refusal(status, error, 7);
  expect(failed).toMatchObject({ reason, retryAfterSeconds: 7 });
  expect(failed.message).toMatch(/OpenSearch .+: ./);
});

test("a message names each cause once", () => {
  const cause = { type: "a", reason: "b" };
  const { message } = refusal(400, { ...cause, root_cause: [cause], caused_by: { type: "c", reason: "d" } });
  expect(message).toBe("the OpenSearch server refuses with status 400: a: b; c: d");
});

// Regression: a refresh that one shard copy missed was treated as complete, and searches on that copy lacked recent
// writes.
test("a response with failed shards is an error, whatever its status", () => {
  requireAllShards({ _shards: { failed: 0 } });
  const failing = (...failures: NonNullable<ShardAnswer["_shards"]["failures"]>) => {
    try {
      requireAllShards({ _shards: { failed: 1, failures } });
    } catch (error) {
      return error;
    }
  };
  const full = { type: "circuit_breaking_exception", reason: "[parent] Data too large" };
  expect(failing({ status: 429, reason: full })).toMatchObject({ reason: "rate_limited" });
  expect(failing({ status: "TOO_MANY_REQUESTS", reason: full })).toMatchObject({ reason: "rate_limited" });
  expect(failing({ reason: { type: "node_disconnected_exception", reason: "gone" } })).toMatchObject({
    reason: "unavailable",
  });
  expect(failing()).toMatchObject({ reason: "unavailable" });
});
