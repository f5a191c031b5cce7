import { Boundary, Scope } from "@quarry/api";
import { alreadyExists } from "@quarry/plugin/domain";
import { describe, expect, test } from "vitest";
import type { GroupRoute, RouteGroup } from "../../src/protocols/index.ts";
import { ADMIN, call, startServer } from "./support/running-server.ts";

const route = (
  verb: GroupRoute["verb"],
  path: string,
  answer: GroupRoute["answer"],
  more: Partial<GroupRoute> = {},
): GroupRoute => ({ verb, path, scope: Scope.READ, boundary: Boundary.KEPT, answer, ...more });

const group: RouteGroup = {
  prefixes: ["/v1/things", "/outside"],
  paths: ["/v1/single"],
  failureBody: ({ status, detail, code }, headers) => {
    if (status === 409) headers.set("x-should-retry", "false");
    return JSON.stringify({ error: { message: detail, status, code } });
  },
  routes: [
    route("GET", "/v1/things/{thing_id}", async (request) => ({
      json: { id: request.path("thing_id"), by: request.principal.name, limit: request.query.get("limit") },
    })),
    route("POST", "/v1/things", async (request) => ({ status: 201, json: await request.json(100) }), {
      scope: Scope.WRITE,
    }),
    route("PUT", "/outside/process", async (request) => {
      let size = 0;
      for await (const bytes of request.bytes()) size += bytes.byteLength;
      return { json: { size } };
    }),
    route("DELETE", "/v1/things/{thing_id}", () => Promise.reject(alreadyExists("taken"))),
    route("GET", "/v1/things/{thing_id}/bytes", async () => ({
      bytes: (async function* () {
        yield Buffer.from("abc");
      })(),
      size: 3,
      mediaType: "text/plain",
      filename: "a.txt",
    })),
  ],
};

const READER = { authorization: "Bearer s3cret-read" };

describe("route groups", () => {
  test("respond by path, query and body, under the server's keys and scopes", async () => {
    const { url } = await startServer({ routeGroups: [group] });
    expect(await call(`${url}/v1/things/a%2Fb?limit=3`, "GET", undefined, READER)).toEqual([
      200,
      `{"id":"a/b","by":"reader","limit":"3"}`,
    ]);
    expect(await call(`${url}/v1/things`, "POST", { x: null })).toEqual([201, `{"x":null}`]);
    expect(await call(`${url}/v1/things`, "POST")).toEqual([201, `{}`]);
    expect(await call(`${url}/outside/process`, "PUT", "12345")).toEqual([200, `{"size":5}`]);
    expect((await call(`${url}/v1/things`, "POST", {}, READER))[0]).toBe(403);
    expect(await call(`${url}/v1/things/a/bytes`, "GET")).toEqual([200, "abc"]);
  });

  test("have their own body for every error below their prefixes, and no other path has it", async () => {
    const { url } = await startServer({ routeGroups: [group] });
    const failures: readonly [string, string, unknown, Record<string, string>, number][] = [
      ["GET", "/v1/things/a", undefined, {}, 401],
      ["GET", "/v1/things/a/b/c", undefined, ADMIN, 404],
      ["PATCH", "/v1/things/a", undefined, ADMIN, 405],
      ["POST", "/v1/things", "x".repeat(200), ADMIN, 413],
      ["POST", "/v1/things", "{", ADMIN, 400],
      ["DELETE", "/v1/things/a", undefined, ADMIN, 409],
    ];
    for (const [verb, path, body, headers, status] of failures) {
      const [answered, text] = await call(url + path, verb, body, headers);
      expect([answered, JSON.parse(text).error.status]).toEqual([status, status]);
    }
    const refused = await fetch(`${url}/v1/things/a`, { method: "DELETE", headers: ADMIN });
    expect(refused.headers.get("x-should-retry")).toBe("false");
    expect(JSON.parse((await call(`${url}/v1/single`, "GET"))[1])).toHaveProperty("error.status", 404);
    // Regression: `/v1/embeddings/models` of the contract, below OpenAI's `/v1/embeddings`, failed with OpenAI's error
    // body.
    for (const other of ["/v1/thingsandmore", "/v1/single/below"])
      expect(JSON.parse((await call(url + other, "GET"))[1])).toHaveProperty("detail");
  });

  test("can have their own authenticator, whose callers the contract rejects", async () => {
    const authenticator = {
      authenticate: (authorization: string | undefined) =>
        authorization === "Bearer other"
          ? ({ name: "o", scope: "read", collections: undefined, accessFilter: undefined } as const)
          : undefined,
    };
    const { url } = await startServer({ routeGroups: [{ ...group, authenticator }] });
    const other = { authorization: "Bearer other" };
    expect((await call(`${url}/v1/things/a`, "GET", undefined, other))[0]).toBe(200);
    expect((await call(`${url}/v1/things/a`, "GET"))[0]).toBe(401);
    expect((await call(`${url}/v1/collections/docs`, "GET", undefined, other))[0]).toBe(401);
  });
});
