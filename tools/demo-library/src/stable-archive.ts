import { unzipSync, zipSync, type Zippable } from "fflate";
import { EDITION_TIMESTAMP } from "./edition.ts";

/** Archives store local time without a zone, so a local date gives the same bytes in every time zone. */
const ENTRY_TIME = new Date(2026, 10, 20, 10, 0, 0);

const CORE_PROPERTIES = "docProps/core.xml";

/**
 * Packs an Office file again so that equal content gives equal bytes: the writers stamp the current time into the
 * archive's entries and the core properties.
 */
export const stableArchive = (bytes: Uint8Array): Uint8Array => {
  const entries = unzipSync(bytes);
  const stable: Zippable = {};
  for (const [name, content] of Object.entries(entries)) {
    if (name.endsWith("/")) continue;
    stable[name] = [
      name === CORE_PROPERTIES ? withEditionDates(content) : content,
      { mtime: ENTRY_TIME, level: 9, os: 3 },
    ];
  }
  return zipSync(stable);
};

const withEditionDates = (content: Uint8Array): Uint8Array => {
  const xml = new TextDecoder().decode(content);
  const dated = xml.replace(
    /(<dcterms:(created|modified)[^>]*>)[^<]*(<\/dcterms:\2>)/g,
    (_match, open: string, _name, close: string) => `${open}${EDITION_TIMESTAMP}${close}`,
  );
  return new TextEncoder().encode(dated);
};
