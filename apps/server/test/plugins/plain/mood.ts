import { readFileSync } from "node:fs";
import { defineSettings, type PluginCall, PluginError, setting, type SettingsOf } from "@quarry/plugin";

export const moodSettings = defineSettings({
  moods: setting.text({ description: "JSON file that says what a call does, by the call's name." }),
});

export type MoodSettings = SettingsOf<typeof moodSettings>;

type Call = PluginCall<MoodSettings>;

/** Failure modes of plain functions. */
const MOODS: Readonly<Record<string, (call: Call) => unknown>> = {
  throws: () => {
    throw new TypeError("Cannot read properties of undefined (reading 'secret-of-the-plugin')");
  },
  "rejects with an object": () => Promise.reject({ code: "secret-of-the-plugin" }),
  "gives nothing": () => undefined,
  "refuses its input": () => {
    throw new PluginError({ reason: "invalid", message: "the backend takes no herons" });
  },
  "is away": async () => {
    throw new PluginError({ reason: "unavailable", message: "the backend is away", retryAfterSeconds: 7 });
  },
  hangs: ({ signal, log }) => {
    log("info", "begun");
    signal.addEventListener("abort", () => log("info", "aborted"));
    return new Promise(() => {});
  },
};

/**
 * Calls `answer`, unless the file names a failure mode for this call: one of the above, or a way to spoil the result.
 */
export const inMood = async <Answer>(
  name: string,
  call: Call,
  spoiled: Readonly<Record<string, (answer: Answer) => unknown>>,
  answer: () => Answer,
): Promise<Answer> => {
  const mood = (JSON.parse(readFileSync(call.settings.moods, "utf8")) as Readonly<Record<string, string>>)[name];
  if (mood === undefined) return answer();
  const behaviour = MOODS[mood];
  return (await (behaviour === undefined ? spoiled[mood]!(answer()) : behaviour(call))) as Answer;
};
