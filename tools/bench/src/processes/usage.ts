/** What a process has used since it began. */
export interface Usage {
  /** User and system time of all its threads. */
  readonly cpuMs: number;
  /** Most memory it ever held at once. */
  readonly peakMemoryMb: number;
}

/** The calling process's own. */
export const ownUsage = (): Usage => {
  const { user, system } = process.cpuUsage();
  // maxRSS is in kilobytes, on every platform that Node runs on.
  return { cpuMs: (user + system) / 1000, peakMemoryMb: process.resourceUsage().maxRSS / 1024 };
};
