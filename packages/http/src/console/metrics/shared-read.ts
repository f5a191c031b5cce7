/** Caches a read for `forMs` and shares it among all callers, however many pages are open. A failure is not cached. */
export const sharedRead = <A>(forMs: number, read: () => Promise<A>, now: () => number = Date.now) => {
  let cached: { readonly answer: Promise<A>; readonly until: number } | undefined;
  return (): Promise<A> => {
    if (cached !== undefined && now() < cached.until) return cached.answer;
    const answer = read();
    const mine = { answer, until: now() + forMs };
    cached = mine;
    answer.catch(() => {
      if (cached === mine) cached = undefined;
    });
    return answer;
  };
};
