import type { Authenticator } from "../rpc/handler.ts";
import { SecretBox } from "@quarry/store";
import { Effect } from "effect";
import { type ConsoleEndpoint, consoleEndpoint, type ConsoleEndpointOptions } from "./console-endpoint.ts";
import { makeConsoleRouter } from "./routers/console-router.ts";
import { makeEndedSessions } from "./session/ended-sessions.ts";
import { Sessions } from "./session/sessions.ts";

export interface ConsoleOptions extends Pick<ConsoleEndpointOptions, "files" | "badKeys" | "onError"> {
  readonly authenticator: Authenticator;
  /** Authenticator that also counts the calls of each key. */
  readonly limited: Authenticator;
  readonly version: string;
  /** Lifetime of a session after its last use, in milliseconds. */
  readonly sessionMs: number;
}

/** Creates the console of the service that runs in this process. */
export const makeConsole = (options: ConsoleOptions) =>
  Effect.gen(function* () {
    const { authenticator, limited, version, sessionMs, files, badKeys, onError } = options;
    const secretBox = yield* SecretBox;
    const ended = yield* makeEndedSessions(sessionMs);
    const sessions = new Sessions({ authenticator, limited, secretBox, ended, lifetimeMs: sessionMs });
    const router = yield* makeConsoleRouter(version);
    const endpoint: ConsoleEndpoint = consoleEndpoint({ router, sessions, files, badKeys, onError });
    return endpoint;
  });
