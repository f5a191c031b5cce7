import { connect, constants } from "node:http2";
import { expect, test } from "vitest";
import { Addresses, BadKeys } from "../../src/protocols/index.ts";
import { networkOf } from "../../src/protocols/server/addresses.ts";
import { ADMIN, RawConnection, startServer, until } from "./support/running-server.ts";

const QUERY = "/quarry.v1.QueryService/Query";
const WRONG = { authorization: "Bearer wrong" };

const ask = async (url: string, path: string, headers: Record<string, string>): Promise<number> => {
  const body = path === QUERY ? `{"collectionName":"docs","query":"x"}` : undefined;
  const init = { headers: { ...headers, "content-type": "application/json" }, ...(body && { method: "POST", body }) };
  const response = await fetch(`${url}${path}`, init);
  await response.text();
  return response.status;
};

/** Starts a server whose clock stands still between attempts: no wrong key expires. */
const startTimeless = (addresses = new Addresses()) =>
  startServer({ addresses, badKeys: new BadKeys(addresses, () => 0) });

test("after a hundred wrong keys further wrong ones are delayed; right keys and requests without a key are not", async () => {
  const { url } = await startTimeless();
  for (let count = 0; count < 50; count++) {
    expect(await ask(url, "/v1/collections", WRONG)).toBe(401);
    expect(await ask(url, QUERY, WRONG)).toBe(401);
  }
  const answered: string[] = [];
  const noting = async (name: string, path: string, headers: Record<string, string>) => {
    const status = await ask(url, path, headers);
    answered.push(`${name} ${status}`);
  };
  const slow = [noting("wrong", "/v1/collections", WRONG), noting("wrong", QUERY, WRONG)];
  await noting("right", "/v1/collections", ADMIN);
  await noting("right", QUERY, ADMIN);
  await noting("no", "/v1/collections", {});
  await noting("no", "/health", {});
  await Promise.all(slow);
  expect(answered).toEqual(["right 200", "right 200", "no 401", "no 200", "wrong 401", "wrong 401"]);
});

test("only a few delayed requests wait at once; the others are rejected immediately", async () => {
  const { url } = await startTimeless();
  for (let count = 0; count < 100; count++) await ask(url, "/v1/collections", WRONG);
  const statuses = await Promise.all(Array.from({ length: 40 }, () => ask(url, "/v1/collections", WRONG)));
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(16);
});

test("callers behind a trusted proxy are counted separately", async () => {
  const { url } = await startTimeless(new Addresses(["127.0.0.0/8"]));
  for (let count = 0; count < 100; count++) {
    await ask(url, "/v1/collections", { ...WRONG, "x-forwarded-for": "9.9.9.9, 203.0.113.7" });
  }
  const statuses = (from: string) =>
    Promise.all(Array.from({ length: 30 }, () => ask(url, "/v1/collections", { ...WRONG, "x-forwarded-for": from })));
  expect(new Set(await statuses("198.51.100.1"))).toEqual(new Set([401]));
  // Addresses that the caller itself adds precede the real one in the header.
  expect(new Set(await statuses("198.51.100.2, 203.0.113.7"))).toEqual(new Set([401, 429]));
});

test("addresses are grouped by their owner", () => {
  expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("2001:db8:0:1::1")).toBe(networkOf("2001:0db8::1:ffff:ffff:ffff:ffff".replace("::", ":0:")));
  expect(networkOf("2001:db8:0:1::1")).not.toBe(networkOf("2001:db8:0:2::1"));
  expect(networkOf("::1")).toBe(networkOf("::2"));
  expect(networkOf("fe80::1%eth0")).toBe(networkOf("fe80::2"));
});

test("the memory for addresses with wrong keys is bounded", () => {
  const badKeys = new BadKeys(new Addresses(), () => 0);
  for (let count = 0; count < 100; count++) badKeys.note("first");
  expect(badKeys.isSuspect("first")).toBe(true);
  for (let address = 0; address < 20_000; address++) badKeys.note(`a${address}`);
  expect(badKeys.isSuspect("first")).toBe(false);
});

test("connections per address are limited; closing one allows another", async () => {
  const { port } = await startServer({ maxConnectionsPerAddress: 1 });
  const connections = Array.from({ length: 16 }, () => new RawConnection(port));
  const health = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
  for (const connection of connections) connection.send(health);
  for (const connection of connections) await connection.until("200 OK");
  const refused = new RawConnection(port);
  await refused.closed;
  expect(refused.received.replace("[ECONNRESET]", "")).toBe("");
  connections[0]!.socket.destroy();
  await connections[0]!.closed;
  let last: RawConnection;
  await until(() => {
    last = new RawConnection(port);
    return true;
  });
  last!.send(health);
  await last!.until("200 OK");
  for (const { socket } of [...connections, last!]) socket.destroy();
});

test("calls cancelled over HTTP/2 count across all connections of an address", async () => {
  const { url, port } = await startServer();
  const giveUp = async (calls: number): Promise<void> => {
    const session = connect(url);
    session.on("error", () => undefined);
    const closed = Array.from({ length: calls }, () => {
      const stream = session.request({ ":path": "/v1/collections", ...ADMIN });
      stream.on("error", () => undefined).close(constants.NGHTTP2_CANCEL);
      return new Promise((resolve) => stream.once("close", resolve));
    });
    await Promise.all(closed);
    session.destroy();
  };
  const isServed = (): Promise<boolean> => {
    const session = connect(url);
    return new Promise((resolve) => {
      session.on("error", () => undefined).once("close", () => resolve(false));
      const stream = session.request({ ":path": "/v1/collections", ...ADMIN });
      stream.on("error", () => undefined).once("response", () => resolve(true));
    }).finally(() => session.destroy()) as Promise<boolean>;
  };
  // A slow machine can take so long for one round that the bucket drains a little before the next connection.
  do await giveUp(200);
  while (await isServed());
  // Over HTTP/1.1 the address is served.
  expect(await ask(`http://127.0.0.1:${port}`, "/v1/collections", ADMIN)).toBe(200);
});
