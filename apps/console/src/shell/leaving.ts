import { useEffect, useState } from "react";
import type { AroundNavHandler } from "wouter";

/** Confirmation before leaving. `goOn` leaves anyway. */
type ConfirmLeave = (goOn: () => void) => void;

let confirmLeave: ConfirmLeave | undefined;

/** Navigates, unless a page with unsaved changes asks first. */
export const navigateWithConfirmation: AroundNavHandler = (navigate, to, options) => {
  if (confirmLeave === undefined) navigate(to, options);
  else confirmLeave(() => navigate(to, options));
};

/** Allows leaving a page with unsaved changes, which are lost anyway. */
export const allowLeaving = (): void => {
  confirmLeave = undefined;
};

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * While `hasUnsavedChanges`, confirms before the page is left. Links, tabs and, in browsers that support it, the back
 * button ask by `isConfirming`. For closing the tab and reloading, the browser asks.
 */
export const useLeaveConfirmation = (hasUnsavedChanges: boolean) => {
  const [goOn, setGoOn] = useState<() => void>();
  useEffect(() => {
    if (!hasUnsavedChanges) return;
    const confirm: ConfirmLeave = (leave) => setGoOn(() => leave);
    const confirmTraversal = (event: NavigateEvent) => {
      if (confirmLeave !== confirm || event.navigationType !== "traverse" || !event.cancelable) return;
      event.preventDefault();
      const { key } = event.destination;
      confirm(() => void window.navigation.traverseTo(key));
    };
    confirmLeave = confirm;
    window.addEventListener("beforeunload", warn);
    // Not every browser supports it.
    const { navigation } = window as { readonly navigation?: Navigation };
    navigation?.addEventListener("navigate", confirmTraversal);
    return () => {
      navigation?.removeEventListener("navigate", confirmTraversal);
      if (confirmLeave === confirm) confirmLeave = undefined;
      window.removeEventListener("beforeunload", warn);
    };
  }, [hasUnsavedChanges]);
  return {
    isConfirming: goOn !== undefined,
    stay: () => setGoOn(undefined),
    leave: () => {
      allowLeaving();
      goOn?.();
      setGoOn(undefined);
    },
  };
};
