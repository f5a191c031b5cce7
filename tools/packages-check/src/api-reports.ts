import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { PUBLIC_PACKAGES, type WorkspacePackage } from "./workspace-packages.ts";

/** Where the reports are committed, for a reviewer to see what changes for those who depend on a package. */
export const REPORT_FOLDER = "docs/reference/api";

/** Generated from `proto/`, whose changes buf compares with those of the last release. */
const GENERATED = "@quarry/api";

/** One entry point of a package, and the file of its report. */
interface EntryPoint {
  readonly package: WorkspacePackage;
  /** As in the exports map: ".", "./conformance". */
  readonly path: string;
  readonly types: string;
  readonly report: string;
}

/**
 * Writes what each entry point of the public packages exports into `folder`, one file each, and gives the files' names.
 * The packages must be built.
 */
const writeApiReports = (packages: readonly WorkspacePackage[], folder: string): readonly string[] => {
  const entries = packages.filter(isReported).flatMap(entryPointsOf);
  const configurations = entries.map((entry) => configurationOf(entry, folder));
  // One program for all: each would read the types of effect by itself.
  const compilerState = CompilerState.create(configurations[0]!, {
    additionalEntryPoints: entries.map(({ types }) => types),
  });
  for (const configuration of configurations) extract(configuration, compilerState);
  return entries.map(({ report }) => report);
};

/** Reports that differ from the committed ones, with what to do. `update` commits the new ones instead. */
export const apiProblems = async (
  packages: readonly WorkspacePackage[],
  repository: string,
  scratch: string,
  update: boolean,
): Promise<readonly string[]> => {
  const committed = join(repository, REPORT_FOLDER);
  await Promise.all([committed, scratch].map((folder) => mkdir(folder, { recursive: true })));
  const reports = writeApiReports(packages, scratch);
  const stale = (await readdir(committed)).filter((file) => !reports.includes(file));
  const problems = stale.map((file) => `${REPORT_FOLDER}/${file} is the report of nothing any more`);
  if (update) for (const file of stale) await rm(join(committed, file));
  for (const report of reports) {
    const now = await readFile(join(scratch, report), "utf8");
    const then = await readFile(join(committed, report), "utf8").catch(() => undefined);
    if (now === then) continue;
    if (update) await writeFile(join(committed, report), now);
    problems.push(
      `${REPORT_FOLDER}/${report} ${then === undefined ? "is missing" : `differs: ${firstChange(then, now)}`}`,
    );
  }
  return update ? [] : problems.map((problem) => `${problem}; npm run packages:check -- --update writes it`);
};

const isReported = ({ manifest: { name } }: WorkspacePackage): boolean =>
  PUBLIC_PACKAGES.some((known) => known === name) && name !== GENERATED;

const entryPointsOf = (found: WorkspacePackage): readonly EntryPoint[] => {
  const exports = found.manifest.exports as Readonly<Record<string, { readonly types: string } | null>>;
  const stem = found.manifest.name.replace("@quarry/", "");
  return Object.entries(exports).flatMap(([path, target]) => {
    if (target === null) return [];
    const report = `${[stem, ...path.split("/").slice(1)].join(".")}.api.md`;
    return [{ package: found, path, types: join(found.folder, target.types), report }];
  });
};

const configurationOf = ({ package: { folder }, types, report }: EntryPoint, reportFolder: string): ExtractorConfig => {
  const silent = { default: { logLevel: ExtractorLogLevel.None } };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: types,
      compiler: { overrideTsconfig: { compilerOptions: COMPILER_OPTIONS, files: [types] } },
      apiReport: {
        enabled: true,
        // Without them the fields of tagged errors vanish behind a class that is not exported.
        includeForgottenExports: true,
        reportFileName: report,
        reportFolder,
        reportTempFolder: join(reportFolder, "temp"),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: "lf",
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, "package.json"),
  });
};

const extract = (configuration: ExtractorConfig, compilerState: CompilerState): void => {
  const errors: string[] = [];
  const { succeeded } = Extractor.invoke(configuration, {
    compilerState,
    localBuild: true,
    messageCallback: (message) => {
      if (message.logLevel === ExtractorLogLevel.Error) errors.push(message.text);
      message.handled = true;
    },
  });
  const { mainEntryPointFilePath } = configuration;
  if (!succeeded) throw new Error(`the API of ${mainEntryPointFilePath} can't be read:\n${errors.join("\n")}`);
};

const COMPILER_OPTIONS = {
  target: "es2024",
  lib: ["es2024", "esnext.disposable", "esnext.iterator", "esnext.array", "dom", "dom.iterable", "dom.asynciterable"],
  module: "nodenext",
  moduleResolution: "nodenext",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
};

/** The first line that is another one, as it was and as it is. */
const firstChange = (then: string, now: string): string => {
  const [before, after] = [then.split("\n"), now.split("\n")];
  const index = after.findIndex((line, position) => line !== before[position]);
  const at = index === -1 ? after.length : index;
  return `line ${at + 1} was ${JSON.stringify(before[at] ?? "")} and is ${JSON.stringify(after[at] ?? "")}`;
};
