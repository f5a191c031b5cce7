import { createHash, timingSafeEqual } from "node:crypto";
import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";

/** Refuses calls without the token before any of their content is read. */
export const tokenGate = (token: string): ((context: HandlerContext) => void) => {
  const expected = digest(`Bearer ${token}`);
  return ({ requestHeader }) => {
    // Compares digests, which have equal length: the comparison reveals nothing about the token.
    if (timingSafeEqual(digest(requestHeader.get("authorization") ?? ""), expected)) return;
    throw new ConnectError("the token is missing or wrong", Code.Unauthenticated);
  };
};

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
