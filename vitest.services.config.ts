import { defineConfig } from "vitest/config";

// Tests on real servers, which `npm run services:up` starts. Without its server a test fails.
// Not "import" or "module": Node would be told the same, and require() would find packages for others than itself.
const conditions = ["node", "default"];

const shared = { resolve: { conditions }, ssr: { resolve: { conditions } } };
const limits = { pool: "forks", testTimeout: 300_000, hookTimeout: 120_000 } as const;

/** Tests in a browser. */
const CONSOLE_TESTS = "apps/server/test/console/**/*.services.test.ts";

/** The contract, as the tests of the embedded default hold it, and as it has to hold on every stack. */
const CONTRACT_TESTS = [
  "apps/server/test/{citations,collections,concurrency,documents,platform,progress-streams,query,upload-limit}.test.ts",
  "apps/server/test/{contract-b,fits,webhooks}/*.test.ts",
  "apps/server/test/own-ids/{duplicates,patch,replace}.test.ts",
  "apps/server/test/openai/{surface,tenants}.test.ts",
];

/** What of it another vector store has a part in; all else is the same from one store to the next. */
const VECTOR_TESTS = [
  "apps/server/test/{concurrency,documents,query}.test.ts",
  "apps/server/test/contract-b/{direct-vectors,queries,query-extensions,reprocess,vectors}.test.ts",
  "apps/server/test/own-ids/{patch,replace}.test.ts",
];

/** The contract's tests on other servers than the embedded ones; the names are those of the harness. */
const stack = (name: string, include: string[]) => ({
  ...shared,
  test: { ...limits, name, include, env: { QUARRY_TEST_STACK: name } },
});

export default defineConfig({
  test: {
    // Browsers and servers are waited for beside each other.
    maxWorkers: 3,
    projects: [
      {
        ...shared,
        test: {
          ...limits,
          name: "services",
          include: ["{packages,plugins,apps,examples/plugins}/*/test/**/*.services.test.ts"],
          exclude: ["**/node_modules/**", CONSOLE_TESTS],
        },
      },
      {
        ...shared,
        test: {
          ...limits,
          name: "console",
          include: [CONSOLE_TESTS],
          globalSetup: "apps/server/test/console/build-console.ts",
        },
      },
      stack("mariadb-s3-milvus", CONTRACT_TESTS),
      stack("mariadb-folder-chroma", VECTOR_TESTS),
    ],
  },
});
