import type { ParserEvent, ParserLimits, ParserSource } from "@quarry/plugin";
import { parseRemotely } from "@quarry/remote/parser";
import type { RemoteSettings } from "../remote-settings.ts";

/** Waiting time is reported in steps of this size, not for every event. */
const STEP_MS = 20;

/** Client for Quarry's plugin protocol. Its timeouts are set by the settings, as for every service. */
export async function* readWithPlugin(
  source: ParserSource,
  settings: RemoteSettings,
  limits: ParserLimits,
): AsyncGenerator<ParserEvent> {
  const events = parseRemotely(source, limits, { ...settings, address: settings.url });
  let waitedMs = 0;
  try {
    for (;;) {
      const startedAt = performance.now();
      const next = await events.next();
      waitedMs += performance.now() - startedAt;
      if (waitedMs >= STEP_MS) {
        yield { type: "uncounted_time", milliseconds: waitedMs };
        waitedMs = 0;
      }
      if (next.done === true) return;
      // All waiting time is already reported as uncounted: the remote parser's own report would count part of it twice.
      if (next.value.type !== "uncounted_time") yield next.value;
    }
  } finally {
    await events.return(undefined);
  }
}
