import { defineConfig } from "vitest/config";
import { spreadOut } from "./tools/test-order.ts";

const conditions = ["node", "import", "module", "default"];
const shared = { resolve: { conditions }, ssr: { resolve: { conditions } } };

/** Tests that need real servers: `npm run test:services`. */
const SERVICES_TESTS = "**/*.services.test.ts";

/** What reads files: whole formats, hostile sets, text recognition. Minutes of work that few changes touch. */
const FILE_TESTS = "{plugins/parser-*,packages/ocr,packages/ingest,tools/parse-check}/test/**/*.test.ts";

/** Suites that leave their process as it was, too. */
const SHARING_SUITES = [
  "packages/{embedding,host,http,onnx,plugin,plugin-testkit,remote,text}/test/**/*.test.ts",
  "plugins/{embedder-*,reranker-*,vector-remote}/test/**/*.test.ts",
];

/** Servers of the default configuration, which files of end-to-end tests use one after the other. */
const SHARED_SERVERS = "apps/server/test/harness/shared/shared-servers.ts";

/** Begun first, so that none of them is left running alone at the end; by the time that they took. */
const LONGEST = [
  "plugins/parser-text/test/memory.test.ts",
  "plugins/parser-text/test/hostile.test.ts",
  "plugins/parser-pdf/test/judged-tables.test.ts",
  "plugins/parser-text/test/conformance.test.ts",
  "plugins/parser-pdf/test/ocr.test.ts",
  "plugins/parser-pdf/test/corpus.test.ts",
  "packages/index/src/columns/atom-order.test.ts",
  "apps/server/test/lifecycle.test.ts",
  "tools/parse-check/test/corpus-table.test.ts",
  "apps/server/test/formats/hostile.test.ts",
  "apps/server/test/pages/bounds.test.ts",
  "apps/server/test/providers/unavailable.test.ts",
  "packages/ingest/test/parse-pool.test.ts",
  "apps/server/test/whole-writes/whole-writes.test.ts",
  "apps/server/test/cli/guide.test.ts",
  "apps/server/test/parser-processes.test.ts",
  "apps/server/test/repair/other-ways.test.ts",
  "plugins/parser-pdf/test/unnamed-letters.test.ts",
  "apps/server/test/lists/operations.test.ts",
  "packages/search/test/passage-index.test.ts",
  "apps/server/test/long-line.test.ts",
  "apps/server/test/uploads/recorded-or-gone.test.ts",
];

export default defineConfig({
  test: {
    sequence: { sequencer: spreadOut(LONGEST) },
    // Two to a processor of CI: end-to-end tests wait for what time brings (pauses, retries, limits) a third of their time.
    maxWorkers: 4,
    // A service may take its time to stop, and how shared ones end is part of the result.
    teardownTimeout: 60_000,
    projects: [
      {
        ...shared,
        test: {
          // Beside the file that they test. They leave their process as it was, so that one worker runs many of them:
          // starting a worker and loading Effect take longer than most.
          name: "unit",
          include: ["{packages,plugins,apps,tools,examples/plugins}/*/src/**/*.test.ts", ...SHARING_SUITES],
          exclude: ["**/node_modules/**", SERVICES_TESTS],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "suites",
          include: ["{packages,plugins,tools,examples/plugins}/*/test/**/*.test.ts"],
          exclude: ["**/node_modules/**", SERVICES_TESTS, FILE_TESTS, ...SHARING_SUITES],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "files",
          include: [FILE_TESTS],
          exclude: ["**/node_modules/**", SERVICES_TESTS],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          // The running server as a child process: real port, real files, real signals.
          name: "e2e",
          include: ["apps/*/test/**/*.test.ts"],
          exclude: ["**/node_modules/**", SERVICES_TESTS],
          pool: "forks",
          globalSetup: SHARED_SERVERS,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
