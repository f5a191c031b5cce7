import { Quarry } from "@quarry/services/kit";
import { ingestLibrary } from "./src/ingest-library.ts";
import { askQuestions } from "./src/questions.ts";
import { style } from "./src/style.ts";

/**
 * Demo of the main job from end to end, on an empty temporary folder: ingests files and checks that queries find the
 * right passages.
 */
let failures: readonly string[];
{
  await using service = await Quarry.start({ environment: { SERVICE_LOG_LEVEL: "error" } });
  console.log(`${style.bold("Quarry")} runs at ${service.address} on an empty folder, with no key and no network.\n`);
  const ingested = await ingestLibrary(service);
  const requested = await askQuestions(service);
  failures = [...ingested.failures, ...requested.failures];
  console.log(style.bold("\nSummary"));
  console.log(
    `  ${ingested.documents} documents, ${ingested.chunks} chunks, ready in ${ingested.seconds.toFixed(1)} s`,
  );
  console.log(
    `  ${requested.questions} questions × 3 modes: ${requested.firstHits} answers on rank 1, ${requested.found} of ${requested.asked} on the expected page and section`,
  );
}
for (const failure of failures) console.error(style.red(`  ✗ ${failure}`));
console.log(
  failures.length === 0
    ? style.green("\n✓ The demo passed.")
    : style.red(`\n✗ The demo failed: ${failures.length} problems.`),
);
process.exitCode = failures.length === 0 ? 0 : 1;
