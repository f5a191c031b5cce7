import { defineConfig } from "vitest/config";
import { spreadOut } from "./tools/test-order.ts";

// Tests on real servers, which `npm run services:up` starts. Without its server a test fails.
// Not "import" or "module": Node would be told the same, and require() would find packages for others than itself.
const conditions = ["node", "default"];

const shared = { resolve: { conditions }, ssr: { resolve: { conditions } } };
const limits = { pool: "forks", testTimeout: 300_000, hookTimeout: 120_000 } as const;

/** Servers of the default configuration, or of the stack, which files use one after the other. */
const SHARED_SERVERS = "apps/server/test/harness/shared/shared-servers.ts";

/** Tests in a browser. */
const CONSOLE_TESTS = "apps/server/test/console/**/*.services.test.ts";

/** The contract, as the tests of the embedded default hold it, and as it has to hold on every stack. */
const CONTRACT_TESTS = [
  "apps/server/test/{citations,collections,concurrency,documents,platform,progress-streams,query,upload-limit}.test.ts",
  "apps/server/test/{contract-b,fits,webhooks}/*.test.ts",
  "apps/server/test/own-ids/{duplicates,patch,replace}.test.ts",
  "apps/server/test/openai/{surface,tenants}.test.ts",
];

/** The part of it that a vector store answers for; its plugin's conformance suite holds the rest. */
const VECTOR_TESTS = ["apps/server/test/query.test.ts", "apps/server/test/contract-b/{direct-vectors,vectors}.test.ts"];

/** Begun first, so that none of them is left running alone at the end; by the time that they took. */
const LONGEST = [
  // Three servers of its own: no other's start beside it.
  "plugins/vector-opensearch/test/nodes.services.test.ts",
  "packages/search/test/passage-index.services.test.ts",
  "apps/server/test/languages/python-adapters.services.test.ts",
  "apps/server/test/cluster/faults.services.test.ts",
  "apps/server/test/console/collections.services.test.ts",
  "apps/server/test/languages/python-client.services.test.ts",
  "apps/server/test/console/documents-list.services.test.ts",
  "plugins/vector-opensearch/test/faults.services.test.ts",
  "packages/store/test/repositories.services.test.ts",
  "apps/server/test/console/webhooks.services.test.ts",
  "plugins/vector-milvus/test/conformance.services.test.ts",
  "apps/server/test/new-plugin/guide.services.test.ts",
  "apps/server/test/contract-b/reprocess.test.ts",
  "apps/server/test/cluster/rolling-restart.services.test.ts",
];

/** The contract's tests on other servers than the embedded ones; the names are those of the harness. */
const stack = (name: string, include: string[]) => ({
  ...shared,
  test: { ...limits, name, include, env: { QUARRY_TEST_STACK: name }, globalSetup: SHARED_SERVERS },
});

export default defineConfig({
  test: {
    // More than processors of CI: most of the time is waiting, for browsers, for servers and for what makes them fail. With
    // four, several clusters started at once and were not up in time.
    maxWorkers: 3,
    // A service may take its time to stop, and how shared ones end is part of the result.
    teardownTimeout: 60_000,
    sequence: { sequencer: spreadOut(LONGEST) },
    projects: [
      {
        ...shared,
        test: {
          ...limits,
          name: "services",
          globalSetup: SHARED_SERVERS,
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
          globalSetup: ["apps/server/test/console/build-console.ts", SHARED_SERVERS],
        },
      },
      stack("mariadb-s3-milvus", CONTRACT_TESTS),
      stack("mariadb-folder-chroma", VECTOR_TESTS),
    ],
  },
});
