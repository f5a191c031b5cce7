import { createHmac, randomUUID } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import { compared, type Figure, measured } from "../harness/figure.ts";
import { interleave } from "../harness/rounds.ts";
import { MeasuredProcess } from "../processes/measured-process.ts";
import { OpenWebhooks } from "../processes/open-webhooks.ts";
import { ownUsage } from "../processes/usage.ts";

const RECEIVER = new URL("../processes/bare-webhook-receiver.ts", import.meta.url);

const COLLECTION = "told";
const HANGING_COLLECTION = "told_to_nobody";
const EVENTS_PER_ROUND = 500;
const ROUNDS = 7;
const WARM_UP_ROUNDS = 2;
/** Attempts at the same time to one receiver, as the service has them. */
const CONCURRENCY = 8;
/** Enough to keep all attempts of the hanging receiver under way. */
const HANGING_EVENTS = 40;
/** 1,000 deliveries in a minute. */
const MAX_SECONDS_PER_THOUSAND = 60;

/** What the outbox, its leases and its records add to a bare request. */
export const webhookDeliveries: Bench = {
  name: "webhook-deliveries",
  summary: "events that have piled up until all are delivered to a local receiver, against a bare loop of fetch",
  run: async (context) => {
    await using receiver = await MeasuredProcess.start(RECEIVER, []);
    await using webhooks = await OpenWebhooks.open(context.directory);
    const base = `http://127.0.0.1:${receiver.port}`;
    const id = await webhooks.register(`${base}/hook`, COLLECTION);
    const quiet = await measure(context, webhooks, id, base, "alone");
    await webhooks.register(`${base}/hang`, HANGING_COLLECTION);
    for (let index = 0; index < HANGING_EVENTS; index += 1) await webhooks.tell(HANGING_COLLECTION);
    context.note(`then beside a receiver that never answers, with ${HANGING_EVENTS} deliveries of its own`);
    return [...quiet, ...(await measure(context, webhooks, id, base, "beside a hanging receiver", quiet))];
  },
};

const measure = async (
  context: BenchContext,
  webhooks: OpenWebhooks,
  webhookId: string,
  base: string,
  where: string,
  earlier: readonly Figure[] = [],
): Promise<readonly Figure[]> => {
  const events = scaled(context, EVENTS_PER_ROUND, 20);
  if (earlier.length === 0) {
    context.note(`${ROUNDS} rounds of ${events} deliveries, ${CONCURRENCY} at the same time on both sides`);
  }
  const seconds = { subject: [] as number[], reference: [] as number[] };
  const blocked: number[] = [];
  const timed = (kept: number[], work: () => Promise<void>) => async () => {
    const cpuBefore = ownUsage().cpuMs;
    const started = performance.now();
    await work();
    kept.push(performance.now() - started);
    return ((ownUsage().cpuMs - cpuBefore) * 1000) / events;
  };
  const cpu = await interleave({
    rounds: ROUNDS,
    warmUpRounds: WARM_UP_ROUNDS,
    prepare: async () => {
      for (let index = 0; index < events; index += 1) await webhooks.tell(COLLECTION);
    },
    subject: timed(seconds.subject, async () => {
      blocked.push(await longestBlock(() => webhooks.sendWhile(() => webhooks.allDelivered(webhookId))));
    }),
    reference: timed(seconds.reference, () => bareLoop(`${base}/hook`, events)),
  });
  const perThousand = (all: readonly number[]) =>
    all.slice(WARM_UP_ROUNDS).map((milliseconds) => milliseconds / events);
  const goal = { of: "value", atMost: MAX_SECONDS_PER_THOUSAND } as const;
  return [
    compared(
      { name: `time of 1,000 deliveries, ${where}`, unit: "s", referenceName: "bare fetch", goal },
      { subject: perThousand(seconds.subject), reference: perThousand(seconds.reference) },
    ),
    compared({ name: `sender CPU per delivery, ${where}`, unit: "µs", referenceName: "bare fetch" }, cpu),
    measured(`longest block of the event loop, ${where}`, "ms", blocked.slice(WARM_UP_ROUNDS)),
  ];
};

const longestBlock = async (work: () => Promise<void>): Promise<number> => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
};

const SECRET = "a secret as long as a webhook's is, for the reference";

/** Signs and posts bodies of the same size, and forgets them. */
const bareLoop = async (url: string, count: number): Promise<void> => {
  let left = count;
  const postInTurn = async () => {
    while (left-- > 0) {
      const body = JSON.stringify({
        event: "document.ready",
        timestamp: new Date().toISOString(),
        collection: COLLECTION,
        document_id: randomUUID(),
        status: "ready",
        chunk_count: 3,
        error_message: null,
      });
      const headers = {
        "content-type": "application/json",
        "x-service-signature": `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`,
        "x-service-event": "document.ready",
        "x-service-delivery": randomUUID(),
      };
      const response = await fetch(url, { method: "POST", headers, body });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, postInTurn));
};
