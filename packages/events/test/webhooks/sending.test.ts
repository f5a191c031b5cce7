import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import type { WebhookWorkerOptions } from "@quarry/events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Opened, openTemporary, register, run, until } from "./fixture.ts";
import { type Answer, answerWith, Receiver } from "./receiver.ts";

let opened: Opened;

beforeEach(async () => {
  opened = await openTemporary();
});

afterEach(() => opened.close());

/** Sends one event to the URL once. Returns the delivery's record. */
const sendOnce = async (url: string, options: Partial<WebhookWorkerOptions> = {}) => {
  const { id } = await register(opened, url);
  await opened.tell({});
  const stop = opened.work({ retryDelaysMs: [], ...options });
  await until("the delivery to end", async () => (await opened.history(id))[0]?.status !== "pending");
  await stop();
  return (await opened.history(id))[0]!;
};

const toReceiver = async (answer: Answer, options?: Partial<WebhookWorkerOptions>) => {
  await using receiver = await Receiver.start(answer);
  return { delivery: await sendOnce(receiver.url, options), received: receiver.received };
};

const statuses: readonly number[] = [200, 201, 202, 204, 299];
test.each(statuses)("status %i is a success", async (status) => {
  const { delivery } = await toReceiver(answerWith(status));
  expect(delivery).toMatchObject({ status: "delivered", attempts: 1, responseStatus: status, error: null });
});

const failures: readonly number[] = [304, 400, 401, 404, 410, 429, 500, 503];
test.each(failures)("status %i is a failure", async (status) => {
  const { delivery } = await toReceiver(answerWith(status));
  expect(delivery).toMatchObject({ status: "failed", attempts: 1, responseStatus: status });
  expect(delivery.error).toContain(`the receiver answered ${status}`);
});

const redirects: readonly number[] = [301, 302, 303, 307, 308];
test.each(redirects)("a redirect (%i) is a failure and is not followed", async (status) => {
  await using other = await Receiver.start();
  const { delivery, received } = await toReceiver(answerWith(status, { location: other.url }));
  expect(delivery).toMatchObject({
    status: "failed",
    responseStatus: status,
    error: `the receiver answered ${status}; redirects are not followed`,
  });
  expect(received).toHaveLength(1);
  expect(other.received).toEqual([]);
});

test("a receiver that never responds fails after the timeout", async () => {
  const { delivery } = await toReceiver(() => {}, { timeoutMs: 300 });
  expect(delivery).toMatchObject({ status: "failed", responseStatus: null, error: "no answer within 0.3 s" });
});

test("a receiver that responds slowly, but in time, succeeds", async () => {
  const { delivery } = await toReceiver((response) => void setTimeout(() => response.writeHead(200).end("ok"), 600));
  expect(delivery).toMatchObject({ status: "delivered", responseStatus: 200 });
});

test("a response whose body never ends counts by its status", async () => {
  const { delivery } = await toReceiver((response) => void response.writeHead(200).write("{"));
  expect(delivery).toMatchObject({ status: "delivered", responseStatus: 200 });
});

test("a huge response is cut off and counts by its status", async () => {
  let taken = 0;
  let isClosed = false;
  const segment = Buffer.alloc(65_536);
  const { delivery } = await toReceiver((response) => {
    response.on("close", () => (isClosed = true));
    response.writeHead(200);
    const pump = (): void => {
      while (!isClosed && taken < 1_000_000_000) {
        taken += segment.length;
        if (!response.write(segment)) return void response.once("drain", pump);
      }
    };
    pump();
  });
  expect(delivery).toMatchObject({ status: "delivered", responseStatus: 200 });
  await until("the connection to close", () => isClosed);
  // The buffers of both sockets, far smaller than the response.
  expect(taken).toBeLessThan(20_000_000);
});

const toRaw = async (onConnection: (socket: Socket) => void): Promise<Awaited<ReturnType<typeof sendOnce>>> => {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await sendOnce(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
};

test("a connection that is reset is a failure", async () => {
  const delivery = await toRaw((socket) => socket.on("data", () => socket.resetAndDestroy()));
  expect(delivery).toMatchObject({
    status: "failed",
    responseStatus: null,
    error: "the receiver closed the connection without an answer",
  });
});

test("a connection that is closed without a response is a failure", async () => {
  const delivery = await toRaw((socket) => socket.on("data", () => socket.end()));
  expect(delivery).toMatchObject({ status: "failed", responseStatus: null });
  expect(delivery.error).toBe("the receiver closed the connection without an answer");
});

test("a truncated response counts by its status", async () => {
  const delivery = await toRaw((socket) =>
    socket.on("data", () => {
      socket.write("HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\nbegun");
      setTimeout(() => socket.resetAndDestroy(), 50);
    }),
  );
  expect(delivery).toMatchObject({ status: "delivered", responseStatus: 202, error: null });
});

test("a response that is not HTTP is a failure", async () => {
  const delivery = await toRaw((socket) => socket.on("data", () => socket.end("SSH-2.0-OpenSSH_9.9\r\n")));
  expect(delivery).toMatchObject({ status: "failed", responseStatus: null, error: "the answer is not valid HTTP" });
});

test("endless headers are a failure", async () => {
  const delivery = await toRaw((socket) =>
    socket.on("data", () => socket.write(`HTTP/1.1 200 OK\r\n${`X-Filler: ${"a".repeat(1_000)}\r\n`.repeat(100)}`)),
  );
  expect(delivery).toMatchObject({ status: "failed", error: "the answer's headers are too large" });
});

test("a port without a listener is a failure", async () => {
  expect(await sendOnce("http://127.0.0.1:1/")).toMatchObject({
    status: "failed",
    error: "the connection was refused",
  });
});

test("localhost is resolved to this machine without a name server", async () => {
  await using receiver = await Receiver.start();
  const rules = { allowPrivate: false, resolve: () => Promise.reject(new Error("not to be asked")) };
  const delivery = await sendOnce(`http://localhost:${receiver.port}/`, { rules });
  expect(delivery).toMatchObject({ status: "delivered" });
});

test("a name that resolves to a private address when connecting is rejected, and nothing is sent", async () => {
  await using receiver = await Receiver.start();
  const answers = [["93.184.216.34"], ["127.0.0.1"]];
  const rebinding = { allowPrivate: false, resolve: async () => answers.shift() ?? ["127.0.0.1"] };
  await opened.close();
  opened = await openTemporary(rebinding);
  const url = `https://hooks.example.com:${receiver.port}/`;
  const delivery = await sendOnce(url, { rules: rebinding });
  expect(delivery).toMatchObject({
    status: "failed",
    responseStatus: null,
    error: "the host hooks.example.com resolves to an address that is loopback; nothing was sent",
  });
  expect(answers).toEqual([]);
  expect(receiver.received).toEqual([]);
});

test("stricter target rules apply to existing webhooks", async () => {
  await opened.close();
  opened = await openTemporary({ allowPrivate: true });
  const delivery = await sendOnce("https://10.0.0.1/hook", { rules: { allowPrivate: false } });
  expect(delivery).toMatchObject({ status: "failed", responseStatus: null });
  expect(delivery.error).toContain("whose address is private");
});

test("a name that can't be resolved fails with an error that names the host", async () => {
  const rules = { allowPrivate: false, resolve: () => Promise.reject(new Error("ENOTFOUND")) };
  const delivery = await sendOnce("https://no-such-host.invalid/", { rules });
  expect(delivery).toMatchObject({ status: "failed", error: "the host no-such-host.invalid could not be resolved" });
});

test("an https URL of a receiver without TLS fails with a connection error", async () => {
  await using receiver = await Receiver.start();
  const delivery = await sendOnce(`https://127.0.0.1:${receiver.port}/`);
  expect(delivery).toMatchObject({ status: "failed", responseStatus: null });
  expect(delivery.error).toMatch(/secure connection failed|connection/);
});

test("a retry is sent to the webhook's current URL", async () => {
  await using before = await Receiver.start(answerWith(500));
  await using after = await Receiver.start();
  const { id } = await register(opened, before.url);
  await opened.tell({});
  const stop = opened.work({ retryDelaysMs: [1_000, 1_000, 1_000] });
  await until("an attempt", () => before.received.length > 0);
  await run(opened.webhooks.update(id, { url: after.url }));
  await until("the delivery", () => after.received.length === 1);
  await stop();
  expect(after.received[0]?.id).toBe(before.received[0]?.id);
});
