import type { ServerResponse } from "node:http";
import type { Session, Sessions } from "../session/sessions.ts";

/** Context of a procedure call. */
export interface ConsoleContext {
  readonly sessions: Sessions;
  /** Undefined if the caller is not signed in. */
  readonly session: Session | undefined;
  readonly requestId: string;
  readonly isSecure: boolean;
  /** Records an attempt with an unknown key. Waits if its address has made too many. */
  readonly wrongKey: () => Promise<void>;
  /** Used for cookies only; tRPC writes the answer itself. */
  readonly response: ServerResponse;
}
