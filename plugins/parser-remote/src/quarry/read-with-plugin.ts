import type { ParserEvent, ParserLimits, ParserSource } from "@quarry/plugin";
import { parseRemotely } from "@quarry/remote/parser";
import type { RemoteSettings } from "../remote-settings.ts";

/** Waiting is told of in steps, not once for every event. */
const STEP_MS = 20;

/** Parser that speaks Quarry's plugin protocol. Its waits are limited by the settings, as with every service. */
export async function* readWithPlugin(
  source: ParserSource,
  settings: RemoteSettings,
  limits: ParserLimits,
): AsyncGenerator<ParserEvent> {
  const events = parseRemotely(source, limits, { ...settings, address: settings.url });
  let waited = 0;
  try {
    for (;;) {
      const begun = performance.now();
      const next = await events.next();
      waited += performance.now() - begun;
      if (waited >= STEP_MS) {
        yield { type: "uncounted_time", milliseconds: waited };
        waited = 0;
      }
      if (next.done === true) return;
      // All of its time is uncounted: its own measure of a part would count that twice.
      if (next.value.type !== "uncounted_time") yield next.value;
    }
  } finally {
    await events.return(undefined);
  }
}
