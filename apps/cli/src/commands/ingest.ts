import type { JsonObject } from "@bufbuild/protobuf";
import { PartialFailure, UsageError } from "../failures.ts";
import { findFiles, type FoundFiles } from "../ingest/find-files.ts";
import { readTypesOf } from "../ingest/read-types.ts";
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
  readonly text?: string;
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
      let isComplete = false;
      try {
        if (inputs.includes("-")) await ingestInput(session, options.name!, report, how);
        else if (options.text !== undefined) await ingestText(session, options.text, options.name, report, how);
        else if (isWatch) {
          await watchFiles(session, inputs, report, {
            ...how,
            concurrency: options.concurrency,
            deletesMissing: options.deleteMissing === true,
            mayDeleteMany: options.yes === true,
          });
        } else {
          const files = inputs.filter((input) => !isPage(input));
          await ingestFiles(
            session,
            await findFiles(files, readTypesOf(session)),
            pagesOf(inputs),
            report,
            how,
            options,
          );
        }
        isComplete = true;
      } finally {
        if (isComplete || report.files > 0) report.end(isComplete);
      }
      const failed = report.count("failed");
      if (failed > 0 && !isWatch) throw new PartialFailure(`${failed} of ${counted(report.files, "file")} failed`);
    },
    { endsGently: isWatch },
  );
};

const checkOptions = (inputs: readonly string[], options: IngestOptions): void => {
  const { sync, watch, deleteMissing, dryRun, name, text } = options;
  const isNamed = options.externalIdFrom !== undefined;
  if (deleteMissing === true && sync !== true && watch !== true && !isNamed) {
    throw new UsageError("--delete-missing requires --sync, --watch or --external-id-from");
  }
  if (watch === true && dryRun === true) throw new UsageError("--watch and --dry-run can't be combined");
  if (watch === true && inputs.some(isPage))
    throw new UsageError("--watch works for files only: a page is fetched once");
  if (text !== undefined) {
    if (inputs.length > 0) throw new UsageError("--text can't be combined with files");
    if (sync === true || watch === true) throw new UsageError("--sync and --watch are for files: --text is read once");
    if (isNamed) throw new UsageError("--external-id-from is for files: --text has no path");
    return;
  }
  if (inputs.length === 0) throw new UsageError("give files, folders, globs, URLs, - or --text");
  if (!inputs.includes("-")) {
    if (name !== undefined) throw new UsageError("--name is for the standard input (-) and --text");
    return;
  }
  if (inputs.length > 1) throw new UsageError("- is standard input and can't be combined with files");
  if (name === undefined) throw new UsageError("--name is required: its extension sets the file type");
  if (sync === true || watch === true) throw new UsageError("--sync and --watch are for files: - is read once");
  if (isNamed) throw new UsageError("--external-id-from is for files: - has no path");
};

/** Returns whether an input is the address of a page that the service fetches itself, not a path. */
const isPage = (input: string): boolean => /^https?:\/\//i.test(input);

/**
 * Addresses in the service's normal form, without duplicates; an invalid one is left as is for the service to reject.
 */
const pagesOf = (inputs: readonly string[]): readonly string[] => [
  ...new Set(inputs.filter(isPage).map((page) => URL.parse(page)?.href ?? page)),
];

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

const ingestText = async (
  session: Session,
  text: string,
  name: string | undefined,
  report: Report,
  options: IngestionOptions,
): Promise<void> => {
  report.expect(1);
  const ingestion = new Ingestion(session, new Ledger(), report, options);
  await ingestion.text(text, name);
  await ingestion.settled();
};

const ingestFiles = async (
  session: Session,
  found: FoundFiles,
  pages: readonly string[],
  report: Report,
  how: IngestionOptions,
  options: IngestOptions,
): Promise<void> => {
  const { client, signal, terminal } = session;
  const deletesMissing = options.deleteMissing === true;
  if (deletesMissing && found.folders.length === 0) {
    throw new UsageError("--delete-missing requires a folder");
  }
  const ledger = await Ledger.read(client.documents.all(how.collection, { signal }));
  if (found.ignored > 0) terminal.note(`${counted(found.ignored, "file")} of other types skipped`);
  const missing = missingFiles(found, ledger);
  // Confirms before any change: after a refusal everything is as before.
  if (deletesMissing && missing.isMany && options.yes !== true && !how.isDryRun) await confirmMissing(session, missing);
  report.expect(found.files.length + pages.length);
  const ingestion = new Ingestion(session, ledger, report, how);
  await inParallel(found.files, options.concurrency, (file) => ingestion.file(file), signal);
  await inParallel(pages, options.concurrency, (url) => ingestion.page(url), signal);
  signal.throwIfAborted();
  await ingestion.settled();
  // Deletes last: a renamed file must be searchable under its new name before the old one disappears.
  if (deletesMissing) await ingestion.removeFiles(missing.sourcePaths);
};
