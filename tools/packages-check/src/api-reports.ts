import { readFileSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";

/** Folder of the committed reports, which show reviewers API changes that affect dependents. */
export const REPORT_FOLDER = "docs/reference/api";

/**
 * Packages that programs and plugins depend on. The contract's package is excluded: it is generated from `proto/`,
 * whose changes buf compares with those of the last release.
 */
const REPORTED = [
  ...["@quarry/ai-sdk", "@quarry/client", "@quarry/langchain"],
  ...["@quarry/plugin", "@quarry/plugin-testkit", "@quarry/remote"],
];

/**
 * Entry points of `@quarry/plugin` that only the platform and its own plugins share; they are not part of the public
 * API.
 */
const SHARED_DOORS = ["./domain", "./facts", "./scheduling", "./time-slice"];

/**
 * Entry point of `@quarry/client` with the types that its main entry point refers to; the main report includes them.
 */
const TYPES_DOOR = "./types";

const UNREPORTED_DOORS = [...SHARED_DOORS, TYPES_DOOR];

/** An entry point of a package, and the file of its report. */
interface EntryPoint {
  /** Folder of the package. */
  readonly folder: string;
  readonly types: string;
  readonly report: string;
}

/** Writes the exports of each entry point of these packages into `folder`, one file each. Returns the files' names. */
const writeApiReports = (packages: string, names: readonly string[], folder: string): readonly string[] => {
  const entries = names.flatMap((name) => entryPointsOf(packages, name));
  const configurations = entries.map((entry) => configurationOf(entry, folder));
  // One compiler program for all: otherwise each would read the types of effect again.
  const compilerState = CompilerState.create(configurations[0]!, {
    additionalEntryPoints: entries.map(({ types }) => types),
  });
  for (const configuration of configurations) extract(configuration, compilerState);
  return entries.map(({ report }) => report);
};

/**
 * Returns the reports on packages installed in `modules` that differ from the committed ones, with instructions.
 * `update` replaces the committed ones instead.
 */
export const apiProblems = async (
  modules: string,
  repository: string,
  scratch: string,
  update: boolean,
  names: readonly string[] = REPORTED,
): Promise<readonly string[]> => {
  const committed = join(repository, REPORT_FOLDER);
  await Promise.all([committed, scratch].map((folder) => mkdir(folder, { recursive: true })));
  // Below `node_modules` the extractor attributes each file to another package.
  const copies = join(modules, "..", "reported");
  for (const name of names) await cp(join(modules, name), join(copies, name), { recursive: true });
  const reports = writeApiReports(copies, names, scratch);
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

const entryPointsOf = (packages: string, name: string): readonly EntryPoint[] => {
  const folder = join(packages, name);
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as InstalledManifest;
  const stem = name.replace("@quarry/", "");
  return Object.entries(exports)
    .filter(([path]) => !UNREPORTED_DOORS.some((door) => path === door || path.startsWith(`${door}/`)))
    .map(([path, { types }]) => {
      // Paths as in the exports map: ".", "./provider".
      const report = `${[stem, ...path.split("/").slice(1)].join(".")}.api.md`;
      return { folder, types: join(folder, types), report };
    });
};

interface InstalledManifest {
  readonly exports: Readonly<Record<string, { readonly types: string }>>;
}

const configurationOf = ({ folder, types, report }: EntryPoint, reportFolder: string): ExtractorConfig => {
  const silent = { default: { logLevel: ExtractorLogLevel.None } };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: types,
      compiler: { overrideTsconfig: { compilerOptions: COMPILER_OPTIONS, files: [types] } },
      apiReport: {
        enabled: true,
        // Otherwise the fields of tagged errors would be missing, because their base class is not exported.
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

/** Returns the first differing line, in its old and new form. */
const firstChange = (then: string, now: string): string => {
  const [before, after] = [then.split("\n"), now.split("\n")];
  const index = after.findIndex((line, position) => line !== before[position]);
  const at = index === -1 ? after.length : index;
  return `line ${at + 1} was ${JSON.stringify(before[at] ?? "")} and is ${JSON.stringify(after[at] ?? "")}`;
};
