import { readdirSync, readFileSync } from "node:fs";
import type { Usage } from "@quarry/services/kit";

/** Resolution of CPU times in Linux's /proc: a hundredth of a second. */
const TICK_MS = 10;
const [PARENT, USER, SYSTEM] = [1, 11, 12] as const;

/** Returns the resource usage of this process's child processes, as Linux reports it; zero elsewhere. */
export const childrenUsage = (): Pick<Usage, "cpuMs" | "peakMemoryMb"> => {
  let [cpuMs, peakMemoryMb] = [0, 0];
  for (const name of process.platform === "linux" ? readdirSync("/proc") : []) {
    if (!/^\d+$/.test(name)) continue;
    // The program's name is in parentheses and may contain spaces.
    const fields = contentOf(`/proc/${name}/stat`).split(") ").at(-1)!.split(" ");
    if (Number(fields[PARENT]) !== process.pid) continue;
    cpuMs += (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS;
    peakMemoryMb += (Number(/^VmHWM:\s+(\d+)/m.exec(contentOf(`/proc/${name}/status`))?.[1] ?? 0) * 1_024) / 1e6;
  }
  return { cpuMs, peakMemoryMb };
};

/** Reads a file of a process, which may have ended since it was listed. */
const contentOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};
