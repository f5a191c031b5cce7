import { Effect, Exit, Redacted, Scope } from "effect";
import { test } from "vitest";
import plugin from "../../../plugins/vector-opensearch/src/index.ts";
import { checkSearches } from "./support/check-searches.ts";
import { fileHome, wordsHome } from "./support/index-home.ts";

test("equal", async () => {
  const scope = await Effect.runPromise(Scope.make());
  const settings = { address: process.env["OPENSEARCH_URL"] ?? "http://127.0.0.1:9281", indexPrefix: `t${Date.now()}-`, shards: 2, timeoutSeconds: 60 };
  const store = await Effect.runPromise(plugin.make(settings, { dataDirectory: "/tmp", log: () => {} }).pipe(Scope.provide(scope)));
  await using files = fileHome();
  await using words = wordsHome(store.terms!);
  await checkSearches([files, words], Number(process.env["QUARRY_SEARCH_ROUNDS"] ?? 30));
  await Effect.runPromise(Scope.close(scope, Exit.void));
}, 3_600_000);
