// Tests the running server against the OpenAPI document that it serves. Additional arguments are passed to
// schemathesis, for example `--include-operation-id query`.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/services/kit";
import { addSampleData, SAMPLES } from "./sample-data.ts";
import { type FuzzReport, runSchemathesis } from "./schemathesis.ts";
import {
  type OpenApiDocument,
  strictDocument,
  unimplementedOperations,
  withLocalWebhooks,
  withSamples,
} from "./strict-document.ts";

/** Minimum number of generated cases for a meaningful test. */
const MINIMUM_CASES = 2_000;

/** No server listens there: models are not downloaded. */
const NO_SOURCE = "http://127.0.0.1:9";

const extra = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "quarry-fuzz-run-"));
const environment = { HF_ENDPOINT: NO_SOURCE, PIP_INDEX_URL: NO_SOURCE };
await using server = await Quarry.start({ environment, onLine: () => {} });
let problems: readonly string[];
try {
  await addSampleData(server);
  const document = (await (await fetch(`${server.address}/openapi.json`)).json()) as OpenApiDocument;
  const documentFile = join(folder, "openapi.json");
  writeFileSync(documentFile, JSON.stringify(fuzzDocument(document)));
  const { address, secret } = server;
  const report = await runSchemathesis({ documentFile, address, secret, folder, arguments: extra });
  printSummary(report, unimplementedOperations(document));
  problems = problemsOf(report);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const ending = await server.stop();
problems = [
  ...problems,
  ...server.errors.map((line) => `the server logged an error: ${line}`),
  ...(ending === undefined ? [] : [`the server did not stop in order: ${ending}`]),
];
for (const problem of problems) console.error(`FAILED: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Returns the served document with stricter response schemas and more specific request schemas. */
function fuzzDocument(document: OpenApiDocument): OpenApiDocument {
  return withSamples(withLocalWebhooks(strictDocument(document)), SAMPLES);
}

function printSummary({ operations, test_cases: cases, running_time: seconds }: FuzzReport, missing: number): void {
  const parts = [
    `${cases.generated} cases`,
    `${operations.tested} of ${operations.selected} operations (${missing} not implemented)`,
    `${cases.unique_failures} failures`,
    `${Math.round(seconds)} s`,
  ];
  console.log(`\ncontract-fuzz: ${parts.join(", ")}`);
}

function problemsOf({ complete, exit_code: code, operations, test_cases: cases }: FuzzReport): readonly string[] {
  return [
    ...(cases.unique_failures === 0 ? [] : [`${cases.unique_failures} failures, shown above`]),
    ...(complete && code <= 1 ? [] : [`the run did not come to its end (exit code ${code})`]),
    ...(cases.errored === 0 && operations.errored === 0 ? [] : ["some cases could not be run, see above"]),
    ...(cases.generated >= MINIMUM_CASES || extra.length > 0
      ? []
      : [`only ${cases.generated} cases; at least ${MINIMUM_CASES} are wanted`]),
  ];
}
