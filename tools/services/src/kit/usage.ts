import { readFileSync } from "node:fs";

/** Resource usage of a process since its start. */
export interface Usage {
  /** User and system time of all its threads. */
  readonly cpuMs: number;
  /** Peak memory, in MB of 1,000,000 bytes. */
  readonly peakMemoryMb: number;
  /** Memory it holds now, in MB of 1,000,000 bytes. */
  readonly memoryMb: number;
}

/** The calling process's own. */
export const ownUsage = (): Usage => {
  const { user, system } = process.cpuUsage();
  return {
    cpuMs: (user + system) / 1000,
    peakMemoryMb: (peakMemoryKilobytes() * 1024) / 1e6,
    memoryMb: process.memoryUsage.rss() / 1e6,
  };
};

/**
 * Linux counts into `maxRSS` what the parent held when it started the process, which may be a bench full of test data;
 * the high-water mark of the process's own memory stands elsewhere.
 */
const peakMemoryKilobytes = (): number => {
  const { maxRSS } = process.resourceUsage();
  if (process.platform !== "linux") return maxRSS;
  const own = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  return own === undefined ? maxRSS : Number(own);
};
