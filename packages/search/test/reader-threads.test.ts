import { callerNamed } from "@quarry/index";
import { expect, test } from "vitest";
import { ReaderThreads } from "../../index/src/threads/reader-threads.ts";

const startReaders = () => {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const requested = new Int32Array(new SharedArrayBuffer(4));
  const readers = new ReaderThreads(new URL("support/gated-worker.ts", import.meta.url), { gate, asked: requested });
  const ask = (owner: string, collection: string, signal = new AbortController().signal) =>
    readers.request(collection, { kind: "count" }, { caller: callerNamed(owner), signal });
  const open = () => {
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
  };
  return { readers, requested, ask, open };
};

test("long reads of one caller don't block another caller, and canceled reads are never begun", async () => {
  const { readers, requested, ask, open } = startReaders();
  const leaving = new AbortController();
  const long = [ask("noisy", "long"), ask("noisy", "long")];
  const givenUp = Array.from({ length: 20 }, () => ask("noisy", "long", leaving.signal));
  expect(await ask("quiet", "short")).toBe(1);
  expect(await ask("quiet", "short")).toBe(1);
  leaving.abort(new Error("it left"));
  for (const outcome of await Promise.allSettled(givenUp)) expect(outcome).toMatchObject({ status: "rejected" });
  await expect(ask("noisy", "short", leaving.signal)).rejects.toThrow("it left");
  open();
  expect(await Promise.all(long)).toEqual([1, 1]);
  expect(Atomics.load(requested, 0)).toBe(4);
  await readers.close();
  await expect(ask("quiet", "short")).rejects.toThrow("closed");
});

test("a short read of a caller doesn't wait for its long ones", async () => {
  const { readers, ask, open } = startReaders();
  await ask("busy", "short");
  const long = [ask("busy", "long"), ask("busy", "long")];
  expect(await ask("busy", "short")).toBe(1);
  expect(await ask("quiet", "unknown")).toBe(1);
  open();
  expect(await Promise.all(long)).toEqual([1, 1]);
  await readers.close();
});

test("a short read doesn't wait for a long one that goes on after it has waited for another thread", async () => {
  const { readers, requested, ask, open } = startReaders();
  await ask("busy", "short");
  const long = ask("busy", "waiting");
  // It starts when the long one waits, in the same thread.
  expect(await ask("busy", "unknown")).toBe(1);
  await expect.poll(() => Atomics.load(requested, 0)).toBe(3);
  expect(await ask("busy", "short")).toBe(1);
  open();
  expect(await long).toBe(1);
  await readers.close();
});
