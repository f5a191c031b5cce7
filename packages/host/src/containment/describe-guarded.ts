import type { PluginError, PluginKind } from "@quarry/plugin";
import { Effect } from "effect";
import { capabilityProblems } from "../loading/check-declaration.ts";
import { guardedCall, type GuardedPlugin } from "./guarded-call.ts";
import { WrongAnswer } from "./wrong-answer.ts";

/** Returns the capabilities reported by a plugin's backend, validated like those that plugins declare themselves. */
export const describeGuarded = <Capabilities>(
  plugin: GuardedPlugin,
  kind: PluginKind,
  describe: () => Effect.Effect<Capabilities, PluginError>,
): Effect.Effect<Capabilities, PluginError> =>
  guardedCall(plugin, {
    call: "describe",
    operation: "open",
    run: describe,
    read: (value) => {
      const [problem] = capabilityProblems(kind, value, "capabilities");
      if (problem !== undefined) throw new WrongAnswer(problem);
      return value as Capabilities;
    },
  });
