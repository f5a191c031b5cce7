import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { ensure } from "./contract-failure.ts";
import { openForConformance, type OpenablePlugin } from "./open-for-conformance.ts";

/**
 * Number of polls after closing: the end of a thread or process can be reported after the close effect has completed.
 */
const PATIENCE_STEPS = 100;
const PATIENCE_STEP_MS = 20;

/**
 * Opens the plugin, uses it, closes it, and throws unless every thread and child process that it started has ended,
 * because these would keep the service from exiting. Sockets are not checked: an HTTP agent may keep them for reuse.
 */
export async function ensureCleanClose<Settings, Instance>(
  plugin: OpenablePlugin<Settings, Instance>,
  settings: unknown,
  use: (instance: Instance) => Promise<void>,
): Promise<void> {
  const started: (() => boolean)[] = [];
  const onThread = (message: unknown) => {
    const { worker } = message as { readonly worker: Worker };
    started.push(() => worker.threadId !== -1);
  };
  const onProcess = (message: unknown) => {
    const { process } = message as { readonly process: ChildProcess };
    started.push(() => process.exitCode === null && process.signalCode === null);
  };
  subscribe("worker_threads", onThread);
  subscribe("child_process", onProcess);
  try {
    const opened = await openForConformance(plugin, settings);
    await use(opened.instance).finally(opened.close);
  } finally {
    unsubscribe("worker_threads", onThread);
    unsubscribe("child_process", onProcess);
  }
  const countRunning = () => started.filter((isRunning) => isRunning()).length;
  for (let step = 0; step < PATIENCE_STEPS && countRunning() > 0; step++) await sleep(PATIENCE_STEP_MS);
  ensure(countRunning() === 0, `${countRunning()} threads or child processes are left after the scope closed`);
}
