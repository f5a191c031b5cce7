/** Caches a read for `forMs`, shared by all callers, however many pages are open; a failure is not cached. */
export const sharedRead = <A>(forMs: number, read: () => Promise<A>, now: () => number = Date.now) => {
  let kept: { readonly answer: Promise<A>; readonly until: number } | undefined;
  return (): Promise<A> => {
    if (kept !== undefined && now() < kept.until) return kept.answer;
    const answer = read();
    const mine = { answer, until: now() + forMs };
    kept = mine;
    answer.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return answer;
  };
};
