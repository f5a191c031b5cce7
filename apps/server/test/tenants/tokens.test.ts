import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { documentsPath, type Failure } from "../harness/api.ts";
import { useServer } from "../harness/test-server.ts";

const server = useServer({ SERVICE_RATE_LIMIT_PER_MINUTE: "0" });

const FILTER = { acl: { $in: ["user:7", "group:staff"] } };

type Claims = Readonly<Record<string, unknown>>;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const now = (): number => Math.floor(Date.now() / 1000);

const claims = (over: Claims = {}): Claims => ({ sub: "7", iat: now(), exp: now() + 600, filter: FILTER, ...over });

/** Creates a token as the guide describes. */
const tokenBy = (secret: string, kid: string, payload: Claims, header: object = {}): string => {
  const body = `${part({ alg: "HS256", kid, ...header })}.${part(payload)}`;
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
};

const makeKey = async (json: object): Promise<string> =>
  (await server.api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", { json })).key;

const list = (token: string) =>
  server.api.call<{ total: number } & Failure>("GET", documentsPath("library"), { token });

let secret = "";

beforeAll(async () => {
  const { api } = server;
  await api.createCollection("library");
  await api.createCollection("other");
  for (const [filename, acl] of [
    ["seven.txt", ["user:7"]],
    ["staff.txt", ["group:staff"]],
    ["eight.txt", ["user:8"]],
  ] as const) {
    await api.ingest({ collection: "library", filename, bytes: "herons", metadata: { acl } });
  }
  secret = await makeKey({ name: "app", scope: "write", collections: ["library"], signing: "HS256" });
});

describe("a user's token", () => {
  test("accesses only documents that its filter matches", async () => {
    const token = tokenBy(secret, "app", claims());
    expect((await list(token)).body).toMatchObject({ total: 2 });
    expect((await list(token)).body).toMatchObject({ total: 2 });
    const { results } = await server.api.expect<{ results: { metadata: { filename: string } }[] }>(
      200,
      "POST",
      "/v1/collections/library/query",
      { json: { query: "herons" }, token },
    );
    expect(results.map(({ metadata }) => metadata.filename).sort()).toEqual(["seven.txt", "staff.txt"]);
    expect((await server.api.call("GET", "/v1/collections/other", { token })).status).toBe(403);
    expect((await server.api.call("DELETE", documentsPath("library", crypto.randomUUID()), { token })).status).toBe(
      403,
    );
  });

  test("is accepted with a key pair whose private key the service never had", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const pem = publicKey.export({ type: "spki", format: "pem" });
    const json = { name: "pair", scope: "read", signing: "EdDSA", public_key: pem, filter: { acl: "group:staff" } };
    const made = await server.api.expect<{ key?: string }>(201, "POST", "/v1/admin/keys", { json });
    expect(made.key).toBeUndefined();
    const body = `${part({ alg: "EdDSA", kid: "pair" })}.${part(claims())}`;
    const token = `${body}.${sign(null, Buffer.from(body), privateKey).toString("base64url")}`;
    // The signing key's own filter applies too.
    expect((await list(token)).body).toMatchObject({ total: 1 });
  });

  test("is rejected with the reason if its claims are invalid", async () => {
    const cases: readonly (readonly [Claims, string])[] = [
      [{ exp: now() - 60 }, "exp: the token has expired"],
      [{ exp: undefined }, "exp"],
      [{ exp: now() + 200_000 }, "exp: must be at most 86400 seconds after iat"],
      [{ iat: now() + 3_600, exp: now() + 7_200 }, "iat"],
      [{ filter: undefined }, "filter: must be a filter object ({} for no filter), got none"],
      [{ filter: { acl: { $up: 1 } } }, "filter.acl.$up: unknown operator"],
      [{ filter: { page: 3 } }, "filter.page"],
      [{ scope: "admin" }, 'scope: must be read or write, got "admin"'],
      [{ collections: ["other"] }, "collections: must be among the signing key's"],
      [{ aud: "another" }, "aud: must be quarry"],
    ];
    for (const [over, reported] of cases) {
      const answer = await list(tokenBy(secret, "app", claims(over)));
      expect([answer.status, answer.body.detail]).toEqual([401, expect.stringContaining(reported)]);
    }
  });

  test("is rejected without the reason if its signature is invalid", async () => {
    const plain = "Authorization: must be 'Bearer <API secret>', got a token that is not valid";
    const good = tokenBy(secret, "app", claims());
    const forged = [
      tokenBy("another secret", "app", claims()),
      tokenBy(secret, "unknown", claims()),
      tokenBy(secret, "app", claims(), { alg: "none" }),
      tokenBy(secret, "app", claims(), { alg: "HS512" }),
      tokenBy(secret, "pair", claims()),
      `${good.slice(0, good.lastIndexOf("."))}.`,
      secret,
    ];
    for (const token of forged) {
      const answer = await list(token);
      expect([answer.status, answer.body.detail]).toEqual([401, plain]);
    }
  });

  test("is invalid once its signing key is revoked; a token by the next key remains valid", async () => {
    const previous = await makeKey({ name: "former", scope: "read", signing: "HS256" });
    const next = await makeKey({ name: "next", scope: "read", signing: "HS256" });
    const [old, fresh] = [tokenBy(previous, "former", claims()), tokenBy(next, "next", claims())];
    expect([(await list(old)).status, (await list(fresh)).status]).toEqual([200, 200]);
    await server.api.expect(200, "DELETE", "/v1/admin/keys/former");
    expect([(await list(old)).status, (await list(fresh)).status]).toEqual([401, 200]);
  });

  test("a response stored for an Idempotency-Key is not reused within another filter", async () => {
    const upload = (acl: string) => {
      const form = new FormData();
      form.append("metadata", JSON.stringify({ acl: ["user:7", "user:9"] }));
      form.append("file", new Blob(["cranes"]), "cranes.txt");
      const token = tokenBy(secret, "app", claims({ scope: "write", filter: { acl } }));
      const headers = { "idempotency-key": "once" };
      return server.api.call<{ id: string }>("POST", documentsPath("library"), { body: form, token, headers });
    };
    const [first, again, other] = [await upload("user:7"), await upload("user:7"), await upload("user:9")];
    expect([first.status, again.status, other.status]).toEqual([201, 201, 201]);
    expect(again.body.id).toBe(first.body.id);
    expect(other.body.id).not.toBe(first.body.id);
    expect((await upload("user:8")).status).toBe(403);
  });
});

test("a key with a filter requires scope read or write and a condition on whole documents", async () => {
  const cases: readonly (readonly [object, string])[] = [
    [{ scope: "read", filter: {} }, "filter: must hold a condition"],
    [{ scope: "admin", filter: FILTER }, "scope: must be read or write with filter"],
    [{ scope: "admin", signing: "HS256" }, "scope: must be read or write with signing"],
    [{ scope: "read", filter: { "section.0": "a" } }, "filter.section.0"],
    [{ scope: "read", filter: { acl: "x".repeat(20_000) } }, "filter: must be at most 16384 bytes"],
    [{ scope: "read", public_key: "-----BEGIN" }, "public_key: goes with signing EdDSA only"],
    [
      { scope: "read", signing: "EdDSA", public_key: "-----BEGIN PRIVATE KEY-----" },
      "public_key: must be a public key",
    ],
  ];
  for (const [json, reported] of cases) {
    const answer = await server.api.call("POST", "/v1/admin/keys", { json: { name: "bad", ...json } });
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(reported)]);
  }
});
