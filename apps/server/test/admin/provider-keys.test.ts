import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";

const directory = mkdtempSync(join(tmpdir(), "quarry-provider-keys-"));
const config = join(directory, "quarry.config.json");
const openai = "@quarry/embedder-openai";
const embedders = {
  keyed: { plugin: openai, settings: { apiKey: "sk-of-the-operator" } },
  keyless: { plugin: openai },
  open: { plugin: openai, settings: { credential: "none" } },
};
writeFileSync(config, JSON.stringify({ embedders }));
afterAll(() => rmSync(directory, { recursive: true }));

const server = useServer({ SERVICE_CONFIG: config });

interface Plugin {
  readonly kind: string;
  readonly names: readonly string[];
  readonly health: string;
  readonly health_message: string | null;
}

test("a provider plugin without its required key reports needs_key", async () => {
  const { plugins } = await server.api.expect<{ plugins: readonly Plugin[] }>(200, "GET", "/v1/admin/plugins");
  const models = plugins.filter(({ kind }) => kind === "embedder" || kind === "reranker");
  expect(new Map(models.map(({ kind, names, health }) => [`${kind} ${names.join()}`, health]))).toEqual(
    new Map([
      ["embedder local", "ok"],
      ["embedder provider_a", "needs_key"],
      ["embedder provider_b", "needs_key"],
      ["embedder keyed", "ok"],
      ["embedder keyless", "needs_key"],
      ["embedder open", "ok"],
      ["reranker provider_b", "needs_key"],
    ]),
  );
  expect(models.filter(({ health_message: message }) => message !== null)).toEqual([]);
});
