import { defineConfig } from "vitest/config";

// Tests on real servers, which `npm run services:up` starts. Without its server a test fails.
const conditions = ["@quarry/source", "node", "import", "module", "default"];

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
