import { dataDirectoryHolder } from "@quarry/store";
import { checkSettings } from "../doctor/check-configuration.ts";
import { checkConnections } from "../doctor/check-connections.ts";
import { checkFolder } from "../doctor/check-folder.ts";
import { checkPlugins } from "../doctor/check-plugins.ts";
import { checkProgram } from "../doctor/check-program.ts";
import { checkService } from "../doctor/check-service.ts";
import { type Finding, problem, skipped, warning } from "../doctor/finding.ts";
import type { EffectiveConfiguration } from "../configuration/effective.ts";
import { PartialFailure } from "../failures.ts";
import { terminal } from "../output/terminal.ts";
import { counted, padded, visible } from "../output/text.ts";
import { type GlobalOptions, serviceAddress } from "../settings.ts";

/** Looks at everything that a service needs, and says how to mend what is wrong. Changes nothing. */
export const doctor = async (options: GlobalOptions): Promise<void> => {
  const findings = await examine(options);
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

const examine = async (options: GlobalOptions): Promise<readonly Finding[]> => {
  const address = serviceAddress(options, process.env);
  const service = await checkService(address);
  // Settings of this machine say nothing about a service on another one.
  if (!address.isLocal) return [...checkProgram(), ...(service ?? [away(address.url)])];
  const { findings, effective } = await checkSettings(process.env);
  return [
    ...checkProgram(),
    ...findings,
    ...(effective === undefined ? [] : await checkHere(effective, service !== undefined)),
    ...(service ?? [absent(address.url, effective)]),
  ];
};

const away = (url: string): Finding =>
  problem("service", `${url} can't be reached`, "see that it runs there; --url or QUARRY_URL says where it is");

/** Nothing answers where the service should be; the folder tells whether one runs all the same. */
const absent = (url: string, effective: EffectiveConfiguration | undefined): Finding => {
  const folder = effective?.settings.dataDirectory;
  const holder = folder === undefined ? undefined : dataDirectoryHolder(folder);
  if (holder === undefined) return skipped("service", `none runs at ${url}; quarry serve starts one`);
  const process = holder.pid === undefined ? "a process" : `process ${holder.pid}`;
  return warning(
    "service",
    `${process} uses ${folder}, but nothing answers at ${url}`,
    "it is starting or stopping, or listens elsewhere: SERVICE_HOST and SERVICE_PORT, or --url, say where",
  );
};

/** A running service tells by itself how its connections are; without one they are tried. */
const checkHere = async (effective: EffectiveConfiguration, isRunning: boolean): Promise<readonly Finding[]> => {
  const { settings } = effective;
  if (isRunning && dataDirectoryHolder(settings.dataDirectory) === undefined) {
    return [
      skipped("data folder", `the service that answers keeps its data elsewhere than in ${settings.dataDirectory}`),
    ];
  }
  const folder = await checkFolder("data folder", settings.dataDirectory, "SERVICE_DATA_DIR");
  if (isRunning || folder.some(({ status }) => status === "problem")) return folder;
  return [...folder, ...(await checkConnections(settings)), ...(await checkPlugins(effective))];
};
