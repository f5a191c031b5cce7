import { expect, test } from "vitest";
import { partManifest, publishedManifest } from "./published-manifest.ts";

const example = {
  name: "@quarry/example",
  version: "1.0.0",
  type: "module",
  exports: "./src/index.ts",
  bin: { example: "./src/main.ts" },
  files: ["data"],
  scripts: { dev: "vite" },
  dependencies: { "@quarry/part": "1.0.0", effect: "4.1.0" },
  devDependencies: { vitest: "5.1.1" },
};

const part = {
  name: "@quarry/part",
  version: "1.0.0",
  private: true,
  exports: { ".": "./src/index.ts", "./more": "./src/more/index.ts" },
  dependencies: { effect: "4.1.0", kysely: "0.29.9" },
};

test("a published manifest exports the build output, bundles private parts and lists their dependencies", () => {
  expect(publishedManifest(example, [part])).toEqual({
    name: "@quarry/example",
    version: "1.0.0",
    type: "module",
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    bin: { example: "./dist/main.js" },
    dependencies: { "@quarry/part": "1.0.0", effect: "4.1.0", kysely: "0.29.9" },
    bundleDependencies: ["@quarry/part"],
    files: ["dist", "data"],
    publishConfig: { access: "public" },
  });
  expect(partManifest(part)).toEqual({
    name: "@quarry/part",
    version: "1.0.0",
    exports: {
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./more": { types: "./dist/more/index.d.ts", default: "./dist/more/index.js" },
    },
  });
});

test("a bundled external package adds its dependencies, and peers of a part become peers of the package", () => {
  const engine = { name: "engine", version: "7.0.0", dependencies: { "is-url": "^1.2.4" } };
  const core = { name: "engine-core", version: "7.0.1" };
  const client = { peerDependencies: { ioredis: "^5.0.0" }, peerDependenciesMeta: { ioredis: { optional: true } } };
  const published = publishedManifest(example, [{ ...part, ...client }], [engine, core]);
  expect(published).toMatchObject({
    dependencies: { engine: "7.0.0", "engine-core": "7.0.1", "is-url": "^1.2.4" },
    bundleDependencies: ["@quarry/part", "engine", "engine-core"],
    ...client,
  });
  expect(partManifest({ ...part, ...client })).not.toHaveProperty("peerDependencies");
});

test("parts that need two versions of a package can't be bundled", () => {
  const other = { ...part, dependencies: { effect: "4.0.0" } };
  expect(() => publishedManifest(example, [other])).toThrow(
    "@quarry/example needs effect 4.1.0 and, for @quarry/part, 4.0.0: must be one version",
  );
});
