import type { Plugin } from "vite";

/** Locale files of react-aria, such as `…/intl/toast/de-DE.mjs`; English is kept. */
const OTHER_LANGUAGE = /\/react-(?:aria|stately)[^/]*\/.*\/intl\/[a-z]*\/?(?!en-US\.)[a-z]{2}-[A-Z]{2}\.m?js$/;

/**
 * Leaves out what react-aria says in other languages than the console's. It takes an empty one for none, and English where
 * there is none.
 */
export const onlyEnglish = (): Plugin => ({
  name: "only-english",
  enforce: "pre",
  load: {
    filter: { id: OTHER_LANGUAGE },
    handler: () => "export default undefined;",
  },
});
