import { globSync } from "node:fs";

/** What runs in the service and in its pages; what is generated holds no expression, and tests match what they made. */
const SOURCES = "{packages,plugins,apps,examples/plugins}/*/src/**/*.{ts,tsx}";
const LEFT_OUT = /\.test\.tsx?$|\.gen\.ts$|\/gen\/|\/conformance\/|\/testing\//;

export const sourceFiles = (root: string): readonly string[] =>
  globSync(SOURCES, { cwd: root })
    .filter((file) => !LEFT_OUT.test(file) && !file.includes("node_modules"))
    .toSorted();
