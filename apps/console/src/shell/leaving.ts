import { useEffect, useState } from "react";
import type { AroundNavHandler } from "wouter";

/** Question in place of leaving; `goOn` leaves after all. */
type Ask = (goOn: () => void) => void;

let held: Ask | undefined;

/** Navigates, unless a page with unsaved changes asks first. */
export const navigateUnlessHeld: AroundNavHandler = (navigate, to, options) => {
  if (held === undefined) navigate(to, options);
  else held(() => navigate(to, options));
};

/** Allows leaving a page with unsaved changes: they are lost anyway. */
export const letGo = (): void => {
  held = undefined;
};

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * While `isHeld` nothing leads away from the page without a question: links, tabs and, in browsers that can hold it, the
 * way back ask by `isAsked`; closing the tab and reloading ask by the browser.
 */
export const useHeldPage = (isHeld: boolean) => {
  const [goOn, setGoOn] = useState<() => void>();
  useEffect(() => {
    if (!isHeld) return;
    const ask: Ask = (leave) => setGoOn(() => leave);
    const holdTraversal = (event: NavigateEvent) => {
      if (held !== ask || event.navigationType !== "traverse" || !event.cancelable) return;
      event.preventDefault();
      const { key } = event.destination;
      ask(() => void window.navigation.traverseTo(key));
    };
    held = ask;
    window.addEventListener("beforeunload", warn);
    // Not every browser has it.
    const { navigation } = window as { readonly navigation?: Navigation };
    navigation?.addEventListener("navigate", holdTraversal);
    return () => {
      navigation?.removeEventListener("navigate", holdTraversal);
      if (held === ask) held = undefined;
      window.removeEventListener("beforeunload", warn);
    };
  }, [isHeld]);
  return {
    isAsked: goOn !== undefined,
    stay: () => setGoOn(undefined),
    leave: () => {
      letGo();
      goOn?.();
      setGoOn(undefined);
    },
  };
};
