import { readdirSync, readFileSync } from "node:fs";
import type { Usage } from "@quarry/services/kit";

/** Linux counts CPU time by hundredths of a second there. */
const TICK_MS = 10;
const [PARENT, USER, SYSTEM] = [1, 11, 12] as const;

/** Returns the resource usage of this process's child processes, as Linux reports it; zero elsewhere. */
export const childrenUsage = (): Pick<Usage, "cpuMs" | "peakMemoryMb"> => {
  let [cpuMs, peakMemoryMb] = [0, 0];
  for (const name of process.platform === "linux" ? readdirSync("/proc") : []) {
    if (!/^\d+$/.test(name)) continue;
    // The name of the program stands in brackets and may hold blanks.
    const fields = contentOf(`/proc/${name}/stat`).split(") ").at(-1)!.split(" ");
    if (Number(fields[PARENT]) !== process.pid) continue;
    cpuMs += (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS;
    peakMemoryMb += (Number(/^VmHWM:\s+(\d+)/m.exec(contentOf(`/proc/${name}/status`))?.[1] ?? 0) * 1_024) / 1e6;
  }
  return { cpuMs, peakMemoryMb };
};

/** A process may end between being listed and being read. */
const contentOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};
