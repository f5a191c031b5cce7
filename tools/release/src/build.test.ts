import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildContainerContext, ignoring } from "./build-container.ts";
import { buildGo } from "./build-go.ts";
import { ContainerSteps, stagesOf } from "./container-steps.ts";
import { publishCommands } from "./publish-commands.ts";

const root = mkdtempSync(join(tmpdir(), "quarry-release-test-"));
const out = join(root, "out");
const gopher = { kind: "go", folder: "clients/gopher", name: "example.com/Gopher/clients/gopher" } as const;
const environment = { SOURCE_DATE_EPOCH: "1000000000" };

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeAll(() => {
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  const files = ["LICENSE", ".gitignore", ".dockerignore", "a/test/b.ts", "a/b c.ts", "docs/page.md"];
  const module = [
    "go.mod",
    "client.go",
    "sub/sub.go",
    "vendor/modules.txt",
    "vendor/x/x.go",
    "inner/go.mod",
    "inner/a.go",
  ];
  for (const file of [...files, ...module.map((path) => `${gopher.folder}/${path}`)]) write(file, `${file}\n`);
  write(".gitignore", "out\n*.log\n");
  write(".dockerignore", "# Not needed.\n**/test\ndocs\n.git\nclients\n");
  write("ignored.log", "made\n");
});
afterAll(() => rmSync(root, { recursive: true }));

test("a Go module is a reproducible zip of its own files, in the layout of a module proxy", async () => {
  await buildGo(root, gopher, "1.2.3", join(out, "go"));
  const versions = join(out, "go/example.com/!gopher/clients/gopher/@v");
  const zipped = unzipSync(readFileSync(join(versions, "v1.2.3.zip")));
  const prefix = "example.com/Gopher/clients/gopher@v1.2.3/";
  const names = ["LICENSE", "client.go", "go.mod", "sub/sub.go", "vendor/modules.txt"];
  expect(Object.keys(zipped)).toEqual(names.map((name) => `${prefix}${name}`));
  // The project's license, included as Go requires it in a tag.
  expect(strFromU8(zipped[`${prefix}LICENSE`]!)).toBe("LICENSE\n");
  expect(readFileSync(join(versions, "list"), "utf8")).toBe("v1.2.3\n");
  expect(JSON.parse(readFileSync(join(versions, "v1.2.3.info"), "utf8"))).toEqual({ Version: "v1.2.3" });
  await buildGo(root, gopher, "1.2.3", join(out, "again"));
  const again = readFileSync(join(out, "again/example.com/!gopher/clients/gopher/@v/v1.2.3.zip"));
  expect(again.equals(readFileSync(join(versions, "v1.2.3.zip")))).toBe(true);
});

test("the container context omits files ignored by git or .dockerignore, and is reproducible", async () => {
  const [one, other] = ["one", "other"].map((name) => join(out, `${name}.tar.gz`)) as [string, string];
  await buildContainerContext(root, one, environment);
  const listed = execFileSync("tar", ["-tvzf", one, "--utc"], { encoding: "utf8" }).trim().split("\n");
  expect(listed.map((line) => line.replace(/^\S+ \S+ +\d+ /, ""))).toEqual(
    [".dockerignore", ".gitignore", "LICENSE", "a/b c.ts"].map((file) => `2001-09-09 01:46 ${file}`),
  );
  execFileSync("touch", [join(root, "LICENSE")]);
  await buildContainerContext(root, other, environment);
  expect(readFileSync(other).equals(readFileSync(one))).toBe(true);
});

test.each([
  ["docs", "docs/a/b.md", true],
  ["/docs/", "docs/a.md", true],
  ["docs", "a/docs/b.md", false],
  ["**/test", "test/a.ts", true],
  ["**/test", "a/b/test/c.ts", true],
  ["**/*.tsbuildinfo", "a/.tsbuildinfo", true],
  ["docs\n!docs/kept.md", "docs/kept.md", false],
  ["docs\n!docs/kept.md", "docs/left.md", true],
  ["# docs", "docs/a.md", false],
])(".dockerignore %j is applied to %s", (patterns, path, isIgnored) => {
  expect(ignoring(patterns)(path)).toBe(isIgnored);
});

test("the steps of a Dockerfile build a folder whose command passes its health check", async () => {
  const server =
    'require("http").createServer((_, a) => a.end(process.env.GREETING)).listen(process.env.SERVICE_PORT, "127.0.0.1")';
  const program = `const s = ${server}.on("listening", () => console.log("listens on http://127.0.0.1:" + s.address().port));\n`;
  for (const [path, text] of Object.entries({
    "server.cjs": program,
    "app/page.txt": "page",
    "app/in/deep.txt": "deep",
  }))
    write(`context/${path}`, text);
  const check =
    "fetch('http://127.0.0.1:' + process.env.SERVICE_PORT).then((answer) => process.exit(answer.ok ? 0 : 1))";
  const dockerfile = [
    "# Comments, and lines that go on.\nFROM node:26 AS build\nWORKDIR /made\nCOPY . .",
    "RUN npm --version > version.txt \\\n && echo run >> version.txt\nRUN touch /not-on-this-machine",
    "FROM node:26 AS service\nENV GREETING=hello \\\n    DATA=/var/data\nWORKDIR /quarry\nCOPY --from=build /made/app ./app",
    "COPY --from=build /made/server.cjs ./",
    `HEALTHCHECK --interval=1s CMD ["node", "-e", ${JSON.stringify(check)}]\nCMD ["node", "server.cjs"]`,
    "FROM service AS full\nCOPY --from=build /made/version.txt ./\n",
  ].join("\n");
  mkdirSync(join(root, "stages"));
  const steps = new ContainerSteps(stagesOf(dockerfile), join(root, "context"), join(root, "stages"));
  await using service = await steps.start("full", { PATH: `${dirname(process.execPath)}:${process.env["PATH"]}` });
  expect(await (await fetch(service.address)).text()).toBe("hello");
  const made = (path: string) => readFileSync(join(root, "stages/full/quarry", path), "utf8");
  expect([made("app/page.txt"), made("app/in/deep.txt"), made("version.txt")]).toEqual([
    "page",
    "deep",
    expect.stringMatching(/^\d+\..*\nrun\n$/),
  ]);
  expect(existsSync("/not-on-this-machine")).toBe(false);
  await expect(steps.start("slim", {})).rejects.toThrow("the Dockerfile has no stage slim");
});

test("a release is published in the order of dependencies: tags, npm, PyPI, images", () => {
  const [folder, tarball] = [join(root, "dist"), { version: "1.2.3", path: join(root, "dist/npm/one-1.2.3.tgz") }];
  const commands = publishCommands(root, {
    ...{ version: "1.2.3", commit: "abc", folder, packages: [gopher] },
    tarballs: [{ name: "@quarry/one", ...tarball }],
    context: join(folder, "container/context.tar.gz"),
  });
  expect(commands).toEqual([
    "(cd dist && sha256sum --check --quiet SHA256SUMS)",
    'git tag --annotate --message "Quarry 1.2.3" v1.2.3 abc',
    'git tag --annotate --message "Quarry 1.2.3" clients/gopher/v1.2.3 abc',
    "git push origin v1.2.3 clients/gopher/v1.2.3",
    "npm publish ./dist/npm/one-1.2.3.tgz",
    "twine upload dist/python/*",
    expect.stringMatching(
      /--target full --tag "\$REGISTRY\/quarry:1\.2\.3" --push - < dist\/container\/context\.tar\.gz$/,
    ),
    expect.stringMatching(/--target slim --tag "\$REGISTRY\/quarry:1\.2\.3-slim" /),
  ]);
});
