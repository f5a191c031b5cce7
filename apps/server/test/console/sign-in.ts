import type { BrowserContext } from "playwright-core";

/** Gives the pages of a browser profile the session of a key, as the sign-in form would. */
export const signIn = async (context: BrowserContext, address: string, key: string): Promise<void> => {
  const answer = await context.request.post(`${address}/console/trpc/session.open`, { data: { key } });
  if (!answer.ok()) throw new Error(`signing in: ${answer.status()} ${await answer.text()}`);
};
