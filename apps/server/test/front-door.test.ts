import { describe, expect, test } from "vitest";
import { useSharedServer } from "./harness/shared/use-shared-server.ts";
import { type TestServer, useServer } from "./harness/test-server.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

/** Returns the path that a redirect from `/` leads to, as the caller sees it. */
const leadsTo = async (api: TestServer["api"], method: string, path = "/"): Promise<string> => {
  const answer = await fetch(api.address + path, { method, headers: BROWSER, redirect: "manual" });
  expect([answer.status, answer.headers.get("vary")]).toEqual([302, "Accept"]);
  return new URL(answer.headers.get("location")!, answer.url).pathname;
};

describe("with a console", () => {
  const server = useSharedServer();

  test("a browser is redirected to it", async () => {
    expect(await leadsTo(server.api, "GET")).toBe("/console");
    expect(await leadsTo(server.api, "HEAD", "/?from=bookmark")).toBe("/console");
  });

  test.each(["*/*", "application/json", undefined])("a program accepting %s gets 404 with links", async (accept) => {
    const headers = accept === undefined ? {} : { accept };
    const answer = await server.api.call("GET", "/", { token: null, headers });
    expect(answer.status).toBe(404);
    expect(answer.body.detail).toMatch(/\/console.*\/docs.*\/openapi\.json/);
    expect(answer.headers.get("x-request-id")).toMatch(/./);
    const head = await fetch(`${server.api.address}/`, { method: "HEAD", headers });
    expect([head.status, await head.text()]).toEqual([404, ""]);
  });

  test("another method returns 404", async () => {
    expect((await server.api.call("POST", "/", { headers: BROWSER })).status).toBe(404);
  });
});

describe("without a console", () => {
  const server = useServer({ SERVICE_CONSOLE: "false" });

  test("a browser is redirected to the API reference, and a program is referred to it alone", async () => {
    expect(await leadsTo(server.api, "GET")).toBe("/docs");
    const { body } = await server.api.call("GET", "/", { token: null });
    expect(body.detail).toMatch(/\/docs.*\/openapi\.json/);
    expect(body.detail).not.toContain("console");
  });
});
