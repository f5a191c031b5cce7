import { PassageIndexError } from "@quarry/index";
import { expect, test } from "vitest";

import { WorkerClient } from "../../index/src/threads/worker-client.ts";
import type { ReadOperation } from "../../index/src/passages/protocol.ts";

const fragileClient = (): WorkerClient<ReadOperation> =>
  new WorkerClient(new URL("support/fragile-worker.ts", import.meta.url), {});

test.each(["poison", "exit"])(
  "a worker that dies (%s) fails its requests as retryable and is replaced",
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

test("a closed client rejects requests instead of waiting forever", async () => {
  const client = fragileClient();
  const last = client.request("c", { kind: "count" });
  await client.close();
  expect(await last).toBe(1);
  await expect(client.request("c", { kind: "count" })).rejects.toThrow("closed");
});

test("a canceled request is not begun, and a running one ends", async () => {
  const client = new WorkerClient<ReadOperation>(new URL("support/patient-worker.ts", import.meta.url), {});
  const count = (collection: string, signal?: AbortSignal) => client.request(collection, { kind: "count" }, { signal });
  expect(await count("c")).toBe(1);
  const [first, caller] = [new AbortController(), new AbortController()];
  // Keeps the thread busy until all the others are cancelled: it must begin none of them.
  const input = [count("endless", first.signal), ...Array.from({ length: 20 }, () => count("endless", caller.signal))];
  const retained = count("c");
  caller.abort();
  first.abort();
  for (const outcome of await Promise.allSettled(input)) expect(outcome.status).toBe("rejected");
  // One before, the first unless it was cancelled before it began, and this one.
  expect(await retained).toBeLessThanOrEqual(3);
  await expect(count("c", caller.signal)).rejects.toThrow("nobody waits");

  const last = new AbortController();
  const endless = count("endless", last.signal);
  // A response shows that the message before it was received.
  setTimeout(() => last.abort(), 50);
  await expect(endless).rejects.toThrow("nobody waits");
  expect(await count("c")).toBeLessThanOrEqual(5);
  await client.close();
});
