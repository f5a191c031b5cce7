import { dataDirectoryOwner } from "@quarry/server/connections";
import { checkSettings } from "../doctor/check-configuration.ts";
import { checkConnections } from "../doctor/check-connections.ts";
import { checkFolder } from "../doctor/check-folder.ts";
import { checkIndexes, type IndexFindings } from "../doctor/check-indexes.ts";
import { checkPlugins } from "../doctor/check-plugins.ts";
import { checkProgram } from "../doctor/check-program.ts";
import { checkService } from "../doctor/check-service.ts";
import { type Finding, problem, skipped, warning } from "../doctor/finding.ts";
import { withOwnService } from "../doctor/own-service.ts";
import { repairAll } from "../doctor/repair.ts";
import type { EffectiveConfiguration } from "../configuration/effective.ts";
import { PartialFailure, UsageError } from "../failures.ts";
import { terminal } from "../output/terminal.ts";
import { counted, padded, visible } from "../output/text.ts";
import { type GlobalOptions, serviceAddress } from "../settings.ts";

interface DoctorOptions extends GlobalOptions {
  readonly repair?: boolean;
}

/**
 * Checks everything that a service needs and prints how to fix each problem. Changes nothing, except with the repair
 * option: then it rebuilds the indexes of the named collections, or of all damaged ones. The running service does this,
 * or a temporary one.
 */
export const doctor = async (collections: readonly string[], options: DoctorOptions): Promise<void> => {
  const { findings, damaged } = await examine(options);
  if (options.repair === true) return repair(collections.length > 0 ? collections : damaged, options);
  if (collections.length > 0) throw new UsageError("collections can be given with --repair only");
  const { print, style } = terminal();
  if (options.json === true) print(JSON.stringify(findings, undefined, 2));
  else {
    const width = Math.max(...findings.map(({ check }) => check.length));
    for (const { check, status, detail, remedy } of findings) {
      print(`${style(COLOURS[status], MARKS[status])} ${padded(check, width)}  ${visible(detail)}`);
      if (remedy !== undefined) print(`  ${" ".repeat(width + 8)}→ ${visible(remedy)}`);
    }
  }
  const problems = findings.filter(({ status }) => status === "problem").length;
  if (problems > 0) throw new PartialFailure(`${counted(problems, "problem")} found`);
};

const MARKS = { ok: "ok     ", warning: "warning", problem: "problem", skipped: "-      " } as const;
const COLOURS = { ok: "green", warning: "yellow", problem: "red", skipped: "dim" } as const;

const repair = async (collections: readonly string[], options: GlobalOptions): Promise<void> => {
  if (collections.length === 0) {
    const { print } = terminal();
    if (options.json === true) print("[]");
    else print("no damaged index was found; quarry doctor --repair <collection> rebuilds an intact one");
    return;
  }
  const { url, isLocal } = serviceAddress(options, process.env);
  const isRunning = (await checkService({ url, isLocal, apiKey: undefined, apiKeyFrom: undefined })) !== undefined;
  if (isRunning || !isLocal) return repairAll(collections, options);
  return withOwnService((own) => repairAll(collections, { ...options, url: own }));
};

const examine = async (options: GlobalOptions): Promise<IndexFindings> => {
  const address = serviceAddress(options, process.env);
  const service = await checkService(address);
  // The settings of this machine do not describe a service on another machine.
  if (!address.isLocal)
    return { findings: [...checkProgram(), ...(service ?? [unreachable(address.url)])], damaged: [] };
  const { findings, effective } = await checkSettings(process.env);
  const here = effective === undefined ? undefined : await checkHere(effective, service !== undefined);
  return {
    findings: [
      ...checkProgram(),
      ...findings,
      ...(here?.findings ?? []),
      ...(service ?? [absent(address.url, effective)]),
    ],
    damaged: here?.damaged ?? [],
  };
};

const unreachable = (url: string): Finding =>
  problem("service", `${url} can't be reached`, "check that it runs; set its address with --url or QUARRY_URL");

/** Finding if no service answers at the URL. The lock of the data folder shows whether a process runs anyway. */
const absent = (url: string, effective: EffectiveConfiguration | undefined): Finding => {
  const folder = effective?.settings.dataDirectory;
  const lockOwner = folder === undefined ? undefined : dataDirectoryOwner(folder);
  if (lockOwner === undefined) return skipped("service", `no service runs at ${url}; quarry serve starts one`);
  const process = lockOwner.pid === undefined ? "a process" : `process ${lockOwner.pid}`;
  return warning(
    "service",
    `${process} uses ${folder}, but nothing answers at ${url}`,
    "it is starting or stopping, or listens at another address: set SERVICE_HOST and SERVICE_PORT, or --url",
  );
};

/** A running service reports the state of its connections itself. Without one, the doctor tests them. */
const checkHere = async (effective: EffectiveConfiguration, isRunning: boolean): Promise<IndexFindings> => {
  const { settings } = effective;
  if (isRunning && dataDirectoryOwner(settings.dataDirectory) === undefined) {
    const elsewhere = `the running service uses another data folder than ${settings.dataDirectory}`;
    return { findings: [skipped("data folder", elsewhere)], damaged: [] };
  }
  const folder = await checkFolder("data folder", settings.dataDirectory, "SERVICE_DATA_DIR");
  if (folder.some(({ status }) => status === "problem")) return { findings: folder, damaged: [] };
  const indexes = checkIndexes(effective);
  const others = isRunning ? [] : [...(await checkConnections(settings)), ...(await checkPlugins(effective))];
  return { findings: [...folder, ...others, ...indexes.findings], damaged: indexes.damaged };
};
