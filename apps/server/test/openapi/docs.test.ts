import { expect, test } from "vitest";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";

const server = useSharedServer();

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
};

test("the page and everything it loads are served without a token", async () => {
  const page = await server.api.call("GET", "/docs", { token: null });
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.text).not.toMatch(/https?:|\/\//);
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+\.[a-z]+)"/g)].map((match) => match[1]!);
  expect(files).toContain("docs/swagger-ui-bundle.js");
  for (const file of files) {
    const answer = await server.api.call("GET", `/${file}`, { token: null });
    const extension = file.split(".").at(-1)!;
    expect([file, answer.status, answer.headers.get("content-type")]).toEqual([file, 200, MEDIA_TYPES[extension]]);
    const headers = { "if-none-match": answer.headers.get("etag")! };
    expect((await server.api.call("GET", `/${file}`, { token: null, headers })).status).toBe(304);
  }
});

test("the page's content security policy allows only the server's own files", async () => {
  const { headers, text } = await server.api.call("GET", "/docs");
  const policy = headers.get("content-security-policy")!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(text).not.toMatch(/<script>|<style>|\son[a-z]+=|style="/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("a trailing slash redirects to the page, relative to any proxy prefix", async () => {
  const answer = await fetch(`${server.api.address}/docs/`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([308, "../docs"]);
});

test("other files return 404", async () => {
  for (const path of ["/docs/nothing.js", "/docs/../package.json", "/docs/swagger-ui.js", "/openapi.yaml"]) {
    const answer = await server.api.call("GET", path);
    expect([path, answer.status]).toEqual([path, 404]);
  }
});
