import type { ServerResponse } from "node:http";
import type { Session, Sessions } from "../session/sessions.ts";

/** Context of a procedure call. */
export interface ConsoleContext {
  readonly sessions: Sessions;
  /** Undefined before somebody has signed in. */
  readonly session: Session | undefined;
  readonly requestId: string;
  readonly isSecure: boolean;
  /** Somebody tried a key that nobody has. Waits where that was one of too many from its address. */
  readonly wrongKey: () => Promise<void>;
  /** For cookies; the answer itself is tRPC's. */
  readonly response: ServerResponse;
}
