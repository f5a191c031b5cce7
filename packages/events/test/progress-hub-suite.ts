import { inProgress, type ProgressEvent, type ProgressHubShape, type ProgressSubject, readyStep } from "@quarry/events";
import { Effect } from "effect";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const run = Effect.runPromise;

/** Returns the document with this id in the collection `all`. */
export const document = (id: string, collectionId = "all"): ProgressSubject => ({ id, collectionId });

export interface OpenedHubs {
  /** Hub of the process that processes documents. */
  readonly worker: ProgressHubShape;
  /** Hub of the process that watches documents. Can be the same as `worker`. */
  readonly watcher: ProgressHubShape;
  readonly close: () => Promise<void>;
}

export const progressHubSuite = (open: () => Promise<OpenedHubs>): void => {
  let hubs: OpenedHubs;
  beforeEach(async () => void (hubs = await open()));
  afterEach(() => hubs.close());

  const listenTo = (documentId: string) => {
    const events: ProgressEvent[] = [];
    const stop = hubs.watcher.listen(documentId, (event) => events.push(event));
    return { events, stop };
  };
  const messages = (events: readonly ProgressEvent[]) => events.map(({ message }) => message);

  test("listeners receive every step of their document, in order", async () => {
    const { events } = listenTo("a");
    const other = listenTo("b");
    const steps = Array.from({ length: 300 }, (_, index) => `step ${index}`);
    for (const step of steps) await run(hubs.worker.publish(document("a"), inProgress("embedding", step)));
    await run(hubs.worker.publish(document("b"), readyStep(1, {})));
    await vi.waitFor(() => expect(other.events).toHaveLength(1), WAIT_OPTIONS);
    expect(messages(events)).toEqual(steps);
    expect(other.events).toEqual([readyStep(1, {})]);
  });

  test("last returns the newest step until the final one", async () => {
    expect(await run(hubs.watcher.last("a"))).toBeUndefined();
    await run(hubs.worker.publish(document("a"), inProgress("parsing", "reading")));
    await run(hubs.worker.publish(document("a"), inProgress("chunking", "cutting")));
    await vi.waitFor(async () => expect((await run(hubs.watcher.last("a")))?.message).toBe("cutting"), WAIT_OPTIONS);
    await run(hubs.worker.publish(document("a"), readyStep(3, {})));
    await vi.waitFor(async () => expect(await run(hubs.watcher.last("a"))).toBeUndefined(), WAIT_OPTIONS);
  });

  test("a listener that has stopped receives no events, and others still do", async () => {
    const first = listenTo("a");
    const second = listenTo("a");
    first.stop();
    await run(hubs.worker.publish(document("a"), inProgress("parsing", "reading")));
    await vi.waitFor(() => expect(second.events).toHaveLength(1), WAIT_OPTIONS);
    expect(first.events).toEqual([]);
  });

  test("a collection listener receives every step of its documents, and of no others, until it stops", async () => {
    const steps: string[] = [];
    const stop = hubs.watcher.listenToCollection("all", (id, { message }) => steps.push(`${id} ${message}`));
    const other: string[] = [];
    hubs.watcher.listenToCollection("other", (id, { message }) => other.push(`${id} ${message}`));
    for (let step = 0; step < 100; step += 1) {
      await run(hubs.worker.publish(document("a"), inProgress("embedding", `${step}`)));
      await run(hubs.worker.publish(document("b"), inProgress("embedding", `${step}`)));
    }
    await run(hubs.worker.publish(document("c", "other"), readyStep(1, {})));
    await vi.waitFor(() => expect(other).toEqual(["c ready: 1 chunk"]), WAIT_OPTIONS);
    expect(steps).toEqual(Array.from({ length: 100 }, (_, step) => [`a ${step}`, `b ${step}`]).flat());
    stop();
    await run(hubs.worker.publish(document("a"), readyStep(1, {})));
    await run(hubs.worker.publish(document("d", "other"), readyStep(1, {})));
    await vi.waitFor(() => expect(other).toHaveLength(2), WAIT_OPTIONS);
    expect(steps).toHaveLength(200);
  });

  test("listening before reading the last step misses no step, regardless of timing", async () => {
    const published: string[] = [];
    for (let round = 0; round < 50; round += 1) {
      const documentId = `document-${round}`;
      const publishing = run(
        Effect.forEach([0, 1, 2], (step) =>
          hubs.worker.publish(document(documentId), inProgress("embedding", `${step}`)),
        ),
      );
      const { events, stop } = listenTo(documentId);
      const last = await run(hubs.watcher.last(documentId));
      await publishing;
      const seen = () => [...(last === undefined ? [] : [last.message]), ...messages(events)];
      // Every step from the last reported one on.
      await vi.waitFor(() => expect(seen()).toContain("2"), WAIT_OPTIONS);
      const from = Number(seen()[0]);
      for (let step = from; step < 3; step += 1) expect(seen()).toContain(`${step}`);
      published.push(documentId);
      stop();
      await run(hubs.worker.publish(document(documentId), readyStep(1, {})));
    }
    expect(published).toHaveLength(50);
  });
};

export const WAIT_OPTIONS = { timeout: 60_000, interval: 5 };
