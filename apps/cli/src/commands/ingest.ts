import type { JsonObject } from "@bufbuild/protobuf";
import { PartialFailure, UsageError } from "../failures.ts";
import { findFiles, type FoundFiles } from "../ingest/find-files.ts";
import { inParallel } from "../ingest/in-parallel.ts";
import { Ingestion, type IngestionOptions } from "../ingest/ingestion.ts";
import { Ledger } from "../ingest/ledger.ts";
import { confirmMissing, missingFiles } from "../ingest/missing.ts";
import { Report } from "../ingest/report.ts";
import { watchFiles } from "../ingest/watch.ts";
import { counted } from "../output/text.ts";
import { type Session, withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

interface IngestOptions extends GlobalOptions {
  readonly name?: string;
  readonly metadata?: JsonObject;
  readonly concurrency: number;
  readonly wait: boolean;
  readonly externalIdFrom?: "path";
  readonly sync?: boolean;
  readonly deleteMissing?: boolean;
  readonly dryRun?: boolean;
  readonly watch?: boolean;
  readonly yes?: boolean;
}

export const ingest = (collection: string, inputs: readonly string[], options: IngestOptions): Promise<void> => {
  const isWatch = options.watch === true;
  checkOptions(inputs, options);
  return withSession(
    options,
    async (session) => {
      const report = new Report(session, { isDryRun: options.dryRun === true, isEndless: isWatch });
      const how = ingestionOptions(collection, options);
      let isWhole = false;
      try {
        if (inputs.includes("-")) await ingestInput(session, options.name!, report, how);
        else if (isWatch) {
          await watchFiles(session, inputs, report, {
            ...how,
            concurrency: options.concurrency,
            deletesMissing: options.deleteMissing === true,
            mayDeleteMuch: options.yes === true,
          });
        } else await ingestFiles(session, await findFiles(inputs), report, how, options);
        isWhole = true;
      } finally {
        if (isWhole || report.files > 0) report.end(isWhole);
      }
      const failed = report.count("failed");
      if (failed > 0 && !isWatch) throw new PartialFailure(`${failed} of ${counted(report.files, "file")} failed`);
    },
    { endsGently: isWatch },
  );
};

const checkOptions = (inputs: readonly string[], options: IngestOptions): void => {
  const { sync, watch, deleteMissing, dryRun, name } = options;
  const isNamed = options.externalIdFrom !== undefined;
  if (deleteMissing === true && sync !== true && watch !== true && !isNamed) {
    throw new UsageError("--delete-missing goes with --sync, --watch or --external-id-from");
  }
  if (watch === true && dryRun === true) throw new UsageError("--watch does what --dry-run would not");
  if (!inputs.includes("-")) {
    if (name !== undefined) throw new UsageError("--name is for the standard input (-)");
    return;
  }
  if (inputs.length > 1) throw new UsageError("- is the standard input and stands alone");
  if (name === undefined) throw new UsageError("--name is needed: the extension of the file name says the type");
  if (sync === true || watch === true) throw new UsageError("--sync and --watch are for files: - is read once");
  if (isNamed) throw new UsageError("--external-id-from is for files: - has no path");
};

const ingestionOptions = (collection: string, options: IngestOptions): IngestionOptions => ({
  collection,
  metadata: options.metadata ?? {},
  wait: options.wait,
  isNamedByPath: options.externalIdFrom === "path",
  isSync: options.sync === true || options.watch === true,
  isDryRun: options.dryRun === true,
});

const ingestInput = async (
  session: Session,
  name: string,
  report: Report,
  options: IngestionOptions,
): Promise<void> => {
  report.expect(1);
  const ingestion = new Ingestion(session, new Ledger(), report, options);
  await ingestion.stream(name, process.stdin as AsyncIterable<Uint8Array>);
  await ingestion.settled();
};

const ingestFiles = async (
  session: Session,
  found: FoundFiles,
  report: Report,
  how: IngestionOptions,
  options: IngestOptions,
): Promise<void> => {
  const { client, signal, terminal } = session;
  const deletesMissing = options.deleteMissing === true;
  if (deletesMissing && found.folders.length === 0) {
    throw new UsageError("--delete-missing needs a folder: only below a folder can a file be missing");
  }
  const ledger = await Ledger.read(client.documents.all(how.collection, { signal }));
  if (found.ignored > 0) terminal.note(`${counted(found.ignored, "file")} of other types left out`);
  const missing = missingFiles(found, ledger);
  // Before anything is done, so that whoever says no finds everything as it was.
  if (deletesMissing && missing.isMuch && options.yes !== true && !how.isDryRun) await confirmMissing(session, missing);
  report.expect(found.files.length);
  const ingestion = new Ingestion(session, ledger, report, how);
  await inParallel(found.files, options.concurrency, (file) => ingestion.file(file), signal);
  signal.throwIfAborted();
  await ingestion.settled();
  // Last of all: a file that got another name is found by its new one before the old one goes.
  if (deletesMissing) await ingestion.removeFiles(missing.sourcePaths);
};
