import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { createNodesV2 } from "./test-targets.mjs";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Workspaces that have their own tests, and those used to test a published package. */
const TESTS = ["{packages,plugins,apps,tools}/*/{src,test}/**/*.test.ts", "examples/plugins/*/{src,test}/**/*.test.ts"];
const MANIFESTS = ["{packages,plugins,apps,tools,integrations}/*/package.json", "examples/plugins/*/package.json"];

it("each test file belongs to exactly one target", () => {
  const [, nodesOf] = createNodesV2;
  const projects = nodesOf(globSync(MANIFESTS, { cwd: ROOT })).flatMap(([, { projects: found }]) =>
    Object.values(found),
  );
  const takers = (file: string) =>
    projects.flatMap(({ root, targets }) =>
      Object.entries(targets)
        .filter(([name, { command }]) => {
          const isService = file.endsWith(".services.test.ts");
          const folder = command.split(" ").find((word) => word.startsWith(root));
          const isExcluded = command.includes("--exclude") && file.slice(folder!.length).includes("/");
          return (name === "services") === isService && file.startsWith(folder!) && !isExcluded;
        })
        .map(([name]) => `${root}:${name}`),
    );
  const wrong = globSync(TESTS, { cwd: ROOT })
    .map((file) => ({ file, takers: takers(file) }))
    // File tests are the second target of their workspace: vitest's projects distinguish them from its other tests.
    .filter(({ takers: found }) => found.filter((target) => !target.endsWith(":files")).length !== 1);
  expect(wrong).toEqual([]);
});
