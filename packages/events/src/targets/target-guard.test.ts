import { expect, test } from "vitest";
import { checkResolved, guardedLookup, parseTarget, RefusedTargetError } from "./target-guard.ts";

const strict = { allowPrivate: false };

const problemOf = (url: string, allowPrivate = false): string | undefined => {
  try {
    parseTarget(url, { allowPrivate });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

const accepted: readonly string[] = [
  "https://example.com/hook",
  "https://example.com:8443/hook?a=b#c",
  "HTTPS://Example.COM",
  "https://93.184.216.34/hook",
  "https://8.8.8.8:1/",
  "https://[2606:4700:4700::1111]/",
  "https://bücher.example/",
  "http://localhost/hook",
  "http://localhost:9000",
  "http://LOCALHOST:9000",
  "http://127.0.0.1:9000/x",
  "http://[::1]:9000/x",
  "https://localhost:9000/x",
];
test.each(accepted)("accepts %s", (url) => expect(problemOf(url)).toBeUndefined());

const refused: readonly (readonly [string, string])[] = [
  ["https://ⓛocalhost/", "another spelling of localhost"],
  ["http://ⓛocalhost:9000/", "another spelling of localhost"],
  ["http:127.0.0.1", "does not begin with"],
  ["http:///127.0.0.1/", "does not begin with"],
  ["https:/example.com/", "does not begin with"],
  ["https:example.com", "does not begin with"],
  ["https://127。0。0。1/", "another spelling of 127.0.0.1"],
  ["https://①②⑦.⓪.⓪.①/", "another spelling of 127.0.0.1"],
  ["", "not a URL"],
  ["example.com/hook", "not a URL"],
  ["//example.com", "not a URL"],
  ["https://", "not a URL"],
  ["ftp://example.com", "scheme ftp:"],
  ["file:///etc/passwd", "scheme file:"],
  ["javascript:alert(1)", "scheme javascript:"],
  ["http://example.com/hook", "another host"],
  ["http://localhost.example.com", "another host"],
  ["http://localhost.", "another host"],
  ["http://127.0.0.2/", "another host"],
  ["http://10.0.0.1/", "another host"],
  ["http://[::ffff:127.0.0.1]/", "another host"],
  ["https://user@example.com/", "user name or a password"],
  ["https://user:secret@example.com/", "user name or a password"],
  ["https://:secret@example.com/", "user name or a password"],
  ["https://exa mple.com/", "white space"],
  [" https://example.com/", "white space"],
  ["https://example.com/\n", "white space"],
  ["https:\\\\example.com", "backslashes"],
  ["https://0.0.0.0/", "unspecified"],
  ["https://0.1.2.3/", "unspecified"],
  ["https://10.1.2.3/", "private"],
  ["https://172.16.0.1/", "private"],
  ["https://172.31.255.255/", "private"],
  ["https://192.168.1.1/", "private"],
  ["https://100.64.0.1/", "carrier-grade NAT"],
  ["https://127.0.0.2/", "loopback"],
  ["https://169.254.169.254/latest/meta-data", "link-local"],
  ["https://224.0.0.1/", "multicast"],
  ["https://239.255.255.250/", "multicast"],
  ["https://255.255.255.255/", "broadcast"],
  ["https://240.0.0.1/", "reserved"],
  ["https://192.0.0.8/", "reserved"],
  ["https://198.18.0.1/", "reserved"],
  ["https://[::]/", "unspecified"],
  ["https://[fe80::1]/", "link-local"],
  ["https://[fc00::1]/", "private"],
  ["https://[fd00:ec2::254]/", "private"],
  ["https://[ff02::1]/", "multicast"],
  ["https://[::ffff:10.0.0.1]/", "IPv4-mapped"],
  ["https://[::ffff:8.8.8.8]/", "IPv4-mapped"],
  ["https://[::ffff:127.0.0.1]/", "IPv4-mapped"],
  ["https://[::7f00:1]/", "reserved"],
  ["https://[64:ff9b::a00:1]/", "reserved"],
  ["https://[64:ff9b:1::a00:1]/", "reserved"],
  ["https://[2002:a00:1::]/", "reserved"],
  ["https://[2001:db8::1]/", "reserved"],
  ["https://[fec0::1]/", "reserved"],
  ["http://2130706433/", "another spelling of 127.0.0.1"],
  ["http://0x7f000001/", "another spelling of 127.0.0.1"],
  ["http://0x7f.1/", "another spelling of 127.0.0.1"],
  ["http://0177.0.0.1/", "another spelling of 127.0.0.1"],
  ["http://127.1/", "another spelling of 127.0.0.1"],
  ["http://127.0.0.1./", "another spelling of 127.0.0.1"],
  ["http://%31%32%37.0.0.1/", "another spelling of 127.0.0.1"],
  ["http://１２７.0.0.1/", "another spelling of 127.0.0.1"],
  ["https://134744072/", "another spelling of 8.8.8.8"],
  ["https://3232235777/", "another spelling of 192.168.1.1"],
  [`https://example.com/${"a".repeat(2_100)}`, "at most 2048 characters"],
];
test.each(refused)("rejects %s: %s", (url, reason) => {
  const problem = problemOf(url);
  expect(problem).toMatch(/^url: must /);
  expect(problem).toContain(reason);
  expect(problem).not.toContain("secret");
});

test("the operator can allow private addresses, but not link-local, unspecified, multicast or reserved ones", () => {
  for (const host of ["10.1.2.3", "192.168.1.1", "172.16.0.1", "100.64.0.1", "127.0.0.2", "[fd00::1]"]) {
    expect(problemOf(`https://${host}/`, true)).toBeUndefined();
    expect(problemOf(`http://${host}/`, true)).toContain("another host");
  }
  for (const host of [
    "169.254.169.254",
    "[fe80::1]",
    "0.0.0.0",
    "224.0.0.1",
    "[::]",
    "[::ffff:10.0.0.1]",
    "240.0.0.1",
  ]) {
    expect(problemOf(`https://${host}/`, true)).toContain("whose address is");
  }
});

const resolving = (...addresses: readonly string[]) => ({ ...strict, resolve: async () => addresses });
const named = new URL("https://hooks.example.com/");

test("a name is rejected at registration if it resolves only to forbidden addresses", async () => {
  await checkResolved(named, resolving("93.184.216.34"));
  await checkResolved(named, resolving("10.0.0.1", "93.184.216.34"));
  await expect(checkResolved(named, resolving("10.0.0.1", "fe80::1"))).rejects.toThrow(
    "resolves to an address that is private",
  );
  await expect(checkResolved(named, resolving("169.254.169.254"))).rejects.toThrow("link-local");
  await checkResolved(named, { allowPrivate: true, resolve: async () => ["10.0.0.1"] });
});

test("a name that can't be resolved, or not in time, is accepted at registration", async () => {
  await checkResolved(named, { ...strict, resolve: () => Promise.reject(new Error("ENOTFOUND")) });
  await checkResolved(named, { ...strict, resolve: () => new Promise(() => {}) });
});

const look = (hostname: string, rules: Parameters<typeof guardedLookup>[0]) =>
  new Promise((resolve, reject) => {
    guardedLookup(rules)(hostname, { all: true }, (error, found) => (error ? reject(error) : resolve(found)));
  });

test("a lookup for a connection returns only permitted addresses", async () => {
  expect(await look("hooks.example.com", resolving("10.0.0.1", "93.184.216.34", "::1"))).toEqual([
    { address: "93.184.216.34", family: 4 },
  ]);
  await expect(look("hooks.example.com", resolving("127.0.0.1"))).rejects.toThrow(RefusedTargetError);
  await expect(look("hooks.example.com", resolving())).rejects.toThrow(RefusedTargetError);
  expect(await look("localhost", resolving("10.0.0.1"))).toEqual([
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ]);
});

test("localhost is rejected if the operator disallows it, and the service's own port always", () => {
  const parse = (url: string, rules: { readonly allowLocal?: boolean; readonly ownPort?: number }) =>
    parseTarget(url, { allowPrivate: true, ...rules }).href;
  for (const url of ["http://localhost:9000/", "http://127.0.0.1:9000/", "https://[::1]:9000/"]) {
    expect(parse(url, { ownPort: 8080 })).toBe(url);
    expect(() => parse(url, { allowLocal: false })).toThrow("SERVICE_WEBHOOK_ALLOW_LOCALHOST");
    expect(() => parse(url, { ownPort: 9000 })).toThrow("this service itself");
  }
  expect(() => parse("http://localhost/", { ownPort: 80 })).toThrow("this service itself");
  expect(() => parse("https://localhost/", { ownPort: 443 })).toThrow("this service itself");
  expect(parse("https://example.com:9000/", { allowLocal: false, ownPort: 9000 })).toBe("https://example.com:9000/");
});
