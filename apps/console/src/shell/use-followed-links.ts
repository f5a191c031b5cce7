import { useEffect } from "react";

/** Root path of the console's pages. */
const ROOT = "/console";

/**
 * Follows plain links to pages of the console without a reload. react-aria's links do this themselves, at a cost that
 * is too high for rows of a long list.
 */
export const useFollowedLinks = (navigate: (path: string) => void): void => {
  useEffect(() => {
    const follow = (event: MouseEvent): void => {
      const path = pathOf(event);
      if (path === undefined) return;
      event.preventDefault();
      navigate(path);
    };
    // Runs after React's own listeners, which are attached further in. Events that they have handled are ignored.
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate]);
};

/**
 * Returns the path, below the console's root, of the page that a click leads to. Returns undefined for clicks that the
 * browser handles itself.
 */
const pathOf = (event: MouseEvent): string | undefined => {
  if (event.defaultPrevented || event.button !== 0 || isForBrowser(event)) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target !== "" || link.hasAttribute("download")) return undefined;
  const { origin, pathname, search, hash } = new URL(link.href, location.href);
  if (origin !== location.origin || !pathname.startsWith(`${ROOT}/`) || isInPage(link)) return undefined;
  return pathname.slice(ROOT.length) + search + hash;
};

/** Whether the link must open elsewhere or be saved as a file. */
const isForBrowser = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;

const isInPage = (link: HTMLAnchorElement): boolean => link.getAttribute("href")!.startsWith("#");
