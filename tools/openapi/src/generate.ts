// Writes the files generated from the contract to the folder of its messages' code. With --check it only reports
// outdated files.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formatText } from "@quarry/format";
import { commentsSource } from "./proto-comments.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

const HEADING = "// Made from the contract by `npm run generate`; don't edit.\n";

/** Files in generation order: later ones are generated from the OpenAPI document, which contains the comments. */
const FILES: readonly (readonly [path: string, source: () => Promise<string>])[] = [
  ["packages/http/src/protocols/openapi/comments.gen.ts", async () => commentsSource()],
  ["packages/api/src/query-options.ts", async () => (await import("./query-options.ts")).queryOptions()],
  ["packages/client/src/contract.gen.ts", async () => (await import("./client-types.ts")).clientTypes()],
  ["apps/cli/src/rpc/rpc-fields.gen.ts", async () => (await import("./cli-fields.ts")).cliFields()],
  ["apps/console/src/api/routes.gen.ts", async () => (await import("./console-routes.ts")).consoleRoutes()],
];

const PYTHON_CLIENT = "clients/python/src/quarry_client/";

const isCheck = process.argv.includes("--check");

function keep(path: string, text: string): void {
  if (!isCheck) writeFileSync(ROOT + path, text);
  else if (readFileSync(ROOT + path, "utf8") !== text) {
    console.error(`${path}: is not what its source makes. Run \`npm run generate\` and commit the result.`);
    process.exitCode = 1;
  }
}

for (const [path, source] of FILES) {
  keep(path, await formatText(path, `${HEADING}\n${await source()}`));
}
const { pythonModules } = await import("./python-client.ts");
for (const [name, source] of Object.entries(pythonModules())) keep(PYTHON_CLIENT + name, source);
