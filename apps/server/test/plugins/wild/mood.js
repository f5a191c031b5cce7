import { readFileSync } from "node:fs";
import { Effect } from "effect";

/** What the file moods.json beside the plugins says of a call, such as "throws"; undefined: it behaves. */
const moodOf = (call) => JSON.parse(readFileSync(new URL("./moods.json", import.meta.url), "utf8"))[call];

const later = (run) => void setTimeout(run, 1);

/** What third-party code does to those who call it. `answer` is what the call gives when it behaves. */
const MOODS = {
  throws: () => {
    throw new TypeError("Cannot read properties of undefined (reading 'secret-of-the-plugin')");
  },
  dies: () => Effect.die(new Error("secret-of-the-plugin")),
  rejects: () => Effect.promise(() => Promise.reject(new Error("secret-of-the-plugin"))),
  "is no effect": () => Promise.reject(new Error("nobody waits for this one")),
  fails: () => Effect.fail({ code: "secret-of-the-plugin" }),
  hangs: () => Effect.never,
  "hangs on": () => Effect.uninterruptible(Effect.never),
  "throws late": (answer) => {
    later(() => {
      throw new Error("thrown from a timer");
    });
    return answer();
  },
  "rejects late": (answer) => {
    later(() => void Promise.reject(new Error("rejected by nobody's promise")));
    return answer();
  },
  "throws nothing late": (answer) => {
    later(() => {
      throw undefined;
    });
    return answer();
  },
  "gives nothing": () => Effect.void,
  "talks without end": (answer) => {
    for (let line = 0; line < 20_000; line += 1) console.log(`line ${line} of the plugin`);
    process.stderr.write(`${"a line without end ".repeat(100_000)}\n`);
    return answer();
  },
  "talks to a terminal": (answer) => {
    console.error('\u001b[2J\u009b31mforged\r{"level":60}');
    console.log(process.env.SERVICE_API_SECRET);
    return answer();
  },
  "dies at length": () =>
    Effect.die(Object.assign(new Error("why ".repeat(500_000)), { kept: "all ".repeat(500_000) })),
};

/** Answers as its mood is; a mood that is not listed is one of `garbage`: it makes another answer of the right one. */
export const inMood = (call, garbage, answer) => {
  const mood = moodOf(call);
  if (mood === undefined) return answer();
  const behaviour = MOODS[mood];
  return behaviour === undefined ? Effect.map(answer(), garbage[mood]) : behaviour(answer);
};
