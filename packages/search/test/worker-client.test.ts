import { expect, test } from "vitest";
import { PassageIndexError } from "../src/index.ts";
import { WorkerClient } from "../src/passage-index/client/worker-client.ts";
import type { ReadOperation } from "../src/passage-index/protocol.ts";

const fragileClient = (): WorkerClient<ReadOperation> =>
  new WorkerClient(new URL("support/fragile-worker.ts", import.meta.url), {});

test.each(["poison", "exit"])(
  "a worker that dies (%s) fails what it was asked, retryable, and is replaced",
  async (how) => {
    const client = fragileClient();
    expect(await client.request("c", { kind: "count" })).toBe(1);
    const lost = await Promise.allSettled([
      client.request(how, { kind: "count" }),
      client.request("c", { kind: "count" }),
    ]);
    for (const outcome of lost) {
      expect(outcome.status).toBe("rejected");
      const { reason } = outcome as PromiseRejectedResult;
      expect(reason).toBeInstanceOf(PassageIndexError);
      expect((reason as PassageIndexError).isRetryable).toBe(true);
    }
    expect(await client.request("c", { kind: "count" })).toBe(1);
    await client.close();
  },
);

test("after closing it refuses instead of waiting for ever", async () => {
  const client = fragileClient();
  const last = client.request("c", { kind: "count" });
  await client.close();
  expect(await last).toBe(1);
  await expect(client.request("c", { kind: "count" })).rejects.toThrow("closed");
});
