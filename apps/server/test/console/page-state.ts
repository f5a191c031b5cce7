import type { Page } from "playwright-core";

/**
 * Returns everything in which scripts of a page could find a secret: the browser's storage for it, its cookies and its
 * content.
 */
export const keptByPage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches_ = await caches.keys();
    const fields = [...document.querySelectorAll("input, textarea")].map((field) => (field as HTMLInputElement).value);
    return JSON.stringify({
      localStorage: { ...localStorage },
      sessionStorage: { ...sessionStorage },
      databases,
      caches: caches_,
      cookie: document.cookie,
      history: history.state as unknown,
      address: location.href,
      window: window.name,
      fields,
      document: document.documentElement.outerHTML,
    });
  });
