// Provides Nx with targets for the tests of each workspace, and of each area of the end-to-end tests. The projects of
// vitest's configurations determine the files of a target.
import { globSync } from "node:fs";
import { dirname } from "node:path";

const VITEST = "node tools/with-node.mjs node_modules/vitest/vitest.mjs run";
const SERVICES = `${VITEST} --config vitest.services.config.ts`;
const SERVER_TESTS = "apps/server/test";
/** Tests of the server are in `apps/server/test`. */
const SERVER = "apps/server";
/** Tests that process complete files, which are a separate project in vitest.config.ts. */
const READS_FILES = /^(plugins\/parser-|packages\/(ocr|ingest)$|tools\/parse-check$)/;
/** Checks of the whole repository. */
const CHECKS =
  /^tools\/(check-layers|docs-check|lockfile|new-plugin|nx|packages-check|reference|regexp-check|release)$/;
/** Areas whose tests run or read files in docs, proto, deploy, examples, clients or integrations. */
const READS_DOCUMENTS =
  /^apps\/server\/test\/(client|conformance|console|example-plugins|guides|integrations|languages|new-plugin|openapi|own-ids|remote-parser|uploads)$/;
/** Folders whose tests are templates, or run elsewhere. */
const NO_TESTS_OF_ITS_OWN = /\/(node_modules|templates|consumer)\//;

const testsIn = (folder, pattern) =>
  globSync(`${folder}/${pattern}`).filter((file) => !NO_TESTS_OF_ITS_OWN.test(`/${file}`));
const isService = (file) => file.endsWith(".services.test.ts");

const targetsOf = (root) => {
  if (root === SERVER)
    return { unit: { command: `${VITEST} --project unit ${root}/src/` }, ...areaTargets(SERVER_TESTS, "*") };
  const tests = [...testsIn(root, "src/**/*.test.ts"), ...testsIn(root, "test/**/*.test.ts")];
  const readsFiles = READS_FILES.test(root) && tests.some((file) => file.startsWith(`${root}/test/`));
  return {
    ...(tests.some((file) => !isService(file)) && {
      unit: { command: `${VITEST} --passWithNoTests --project unit --project suites ${root}/` },
    }),
    ...(readsFiles && { files: { command: `${VITEST} --project files ${root}/` } }),
    ...(tests.some(isService) && { services: { command: `${SERVICES} --project services ${root}/` } }),
  };
};

/** Returns targets for the end-to-end tests that match a pattern in a folder. */
const areaTargets = (folder, pattern) => {
  const tests = testsIn(folder, `${pattern}.test.ts`);
  const only = pattern === "*" ? ` --exclude '${folder}/*/**'` : "";
  return {
    ...(tests.some((file) => !isService(file)) && { e2e: { command: `${VITEST} --project e2e ${folder}/${only}` } }),
    ...(tests.some(isService) && { services: { command: `${SERVICES} ${folder}/${only}` } }),
  };
};

export const createNodesV2 = [
  "{{packages,plugins,apps,tools,integrations}/*,examples/plugins/*}/package.json",
  (manifests) =>
    manifests.map((manifest) => {
      const root = dirname(manifest);
      const targets = withInputs(targetsOf(root), CHECKS.test(root) ? ["{workspaceRoot}/**/*"] : []);
      return [manifest, { projects: { [root]: { root, targets }, ...(root === SERVER && areas()) } }];
    }),
];

/** Adds inputs to those that nx.json defines for each target. */
const withInputs = (targets, more) =>
  more.length === 0
    ? targets
    : Object.fromEntries(
        Object.entries(targets).map(([name, target]) => [
          name,
          { ...target, inputs: ["default", "^production", ...more] },
        ]),
      );

/** Returns a project for each folder of end-to-end tests; one without tests contains shared code. */
const areas = () => {
  const folders = globSync(`${SERVER_TESTS}/*/`).map((folder) => folder.replace(/\/$/, ""));
  return Object.fromEntries(
    folders.map((root) => {
      const name = `e2e-${root.slice(SERVER_TESTS.length + 1)}`;
      const targets = withInputs(areaTargets(root, "**/*"), READS_DOCUMENTS.test(root) ? ["documents"] : []);
      const implicitDependencies = Object.keys(targets).length === 0 ? [] : ["@quarry/server", "e2e-harness"];
      return [root, { name, root, targets, implicitDependencies }];
    }),
  );
};
