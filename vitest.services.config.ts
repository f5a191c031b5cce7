import { defineConfig } from "vitest/config";

// Tests on real servers, which `npm run services:up` starts. Without its server a test fails.
// Not "import" or "module": Node would be told the same, and require() would find packages for others than itself.
const conditions = ["@quarry/source", "node", "default"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["{packages,plugins,apps}/*/test/**/*.services.test.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
