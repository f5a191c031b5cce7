import { defineConfig } from "vitest/config";

const conditions = ["node", "import", "module", "default"];
const shared = { resolve: { conditions }, ssr: { resolve: { conditions } } };

/** Tests that need real servers: `npm run test:services`. */
const SERVICES_TESTS = "**/*.services.test.ts";

/** What reads files: whole formats, hostile sets, text recognition. Minutes of work that few changes touch. */
const FILE_TESTS = "{plugins/parser-*,packages/ocr,packages/ingest,tools/parse-check}/test/**/*.test.ts";

export default defineConfig({
  test: {
    // Two to a processor of CI: end-to-end tests wait for what time brings (pauses, retries, limits) a third of their time.
    maxWorkers: 4,
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          include: [
            "{packages,plugins,apps,tools}/*/src/**/*.test.ts",
            "{packages,plugins,tools,examples/plugins}/*/test/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", SERVICES_TESTS, FILE_TESTS],
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
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
