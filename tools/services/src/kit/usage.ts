import { readFileSync } from "node:fs";

/** Resource usage of a process since its start. */
export interface Usage {
  /** User and system time of all threads. */
  readonly cpuMs: number;
  /** Peak memory, in MB of 1,000,000 bytes. */
  readonly peakMemoryMb: number;
  /** Current memory, in MB of 1,000,000 bytes. */
  readonly memoryMb: number;
}

/** Returns the usage of the calling process. */
export const ownUsage = (): Usage => {
  const { user, system } = process.cpuUsage();
  return {
    cpuMs: (user + system) / 1000,
    peakMemoryMb: (peakMemoryKilobytes() * 1024) / 1e6,
    memoryMb: process.memoryUsage.rss() / 1e6,
  };
};

/**
 * Returns the high-water mark of the process's own memory. On Linux `maxRSS` includes the parent's memory at the start
 * of the process, and the parent may be a benchmark full of test data.
 */
const peakMemoryKilobytes = (): number => {
  const { maxRSS } = process.resourceUsage();
  if (process.platform !== "linux") return maxRSS;
  const own = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  return own === undefined ? maxRSS : Number(own);
};
