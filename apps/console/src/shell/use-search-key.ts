import { useEffect } from "react";

/** The input of the search page. */
const SEARCH_INPUT = "[role=search] input";

const COLLECTION = /^\/collections\/([^/]+)/;

/**
 * Opens the search by `/` and Ctrl+K (⌘K), and focuses its field. From a collection's page, that collection is
 * preselected.
 */
export const useSearchKey = (path: string, navigate: (path: string) => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      const field = path === "/search" ? document.querySelector<HTMLInputElement>(SEARCH_INPUT) : null;
      if (field === null) {
        const collection = COLLECTION.exec(path)?.[1];
        navigate(collection === undefined ? "/search" : `/search?collection=${collection}`);
      } else {
        field.focus();
        field.select();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [path, navigate]);
};

const isSearchKey = (event: KeyboardEvent): boolean => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (event.defaultPrevented || altKey || document.querySelector("[role=dialog], [role=alertdialog]") !== null)
    return false;
  if (key.toLowerCase() === "k") return ctrlKey !== metaKey && !event.shiftKey;
  if (key !== "/" || ctrlKey || metaKey) return false;
  return !(target instanceof Element && target.closest("input, textarea, select, [contenteditable=true]") !== null);
};
