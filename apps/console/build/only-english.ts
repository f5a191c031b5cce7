import type { Plugin } from "vite";

/** Locale files of react-aria, such as `…/intl/toast/de-DE.mjs`, except English. */
const OTHER_LANGUAGE = /\/react-(?:aria|stately)[^/]*\/.*\/intl\/[a-z]*\/?(?!en-US\.)[a-z]{2}-[A-Z]{2}\.m?js$/;

/**
 * Vite plugin that removes react-aria's texts in other languages. It treats an undefined locale as missing, and falls
 * back to English.
 */
export const onlyEnglish = (): Plugin => ({
  name: "only-english",
  enforce: "pre",
  load: {
    filter: { id: OTHER_LANGUAGE },
    handler: () => "export default undefined;",
  },
});
