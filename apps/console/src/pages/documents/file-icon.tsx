import { PathIcon } from "../../ui/path-icon.tsx";
import styles from "./file-icon.module.css";

const PAGE =
  "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z" +
  "M14 2v5a1 1 0 0 0 1 1h5";

const LINES = `${PAGE}M10 9H8M16 13H8M16 17H8`;
const LETTER =
  "M12 22h6a2 2 0 0 0 2-2V8a2.4 2.4 0 0 0-.706-1.706l-3.588-3.588A2.4 2.4 0 0 0 14 2H6a2 2 0 0 0-2 2v6" +
  "M14 2v5a1 1 0 0 0 1 1h5M3 16v-1.5a.5.5 0 0 1 .5-.5h7a.5.5 0 0 1 .5.5V16M6 22h2M7 14v8";
const SCREEN = "M2 3h20M21 3v11a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V3M7 21l5-5 5 5";
const CELLS = `${PAGE}M8 13h2M14 13h2M8 17h2M14 17h2`;
const GLOBE = "M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20";
const BRACES =
  "M8 3H7a2 2 0 0 0-2 2v5a2 2 0 0 1-2 2 2 2 0 0 1 2 2v5c0 1.1.9 2 2 2h1" +
  "M16 21h1a2 2 0 0 0 2-2v-5c0-1.1.9-2 2-2a2 2 0 0 1-2-2V5a2 2 0 0 0-2-2h-1";
const PICTURE =
  "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2M7 9a2 2 0 1 0 4 0 2 2 0 1 0-4 0" +
  "M21 15l-3.086-3.086a2 2 0 0 0-2.828 0L6 21";

const KINDS: readonly (readonly [kind: string, path: string, extensions: readonly string[]])[] = [
  ["pdf", LETTER, ["pdf"]],
  ["text", LINES, ["docx", "odt", "rtf", "epub", "md", "txt", "eml"]],
  ["slides", SCREEN, ["pptx", "odp", "odg"]],
  ["table", CELLS, ["xlsx", "ods", "csv", "tsv"]],
  ["web", GLOBE, ["html", "htm"]],
  ["data", BRACES, ["json", "xml"]],
  ["image", PICTURE, ["png", "jpg", "jpeg", "tif", "tiff", "bmp", "gif"]],
];

/** Icon that shows the kind of file at a glance. The adjacent name states the type. */
export function FileIcon({ filename }: { readonly filename: string }) {
  const extension = filename.slice(filename.lastIndexOf(".") + 1).toLowerCase();
  const [kind, path] = KINDS.find(([, , extensions]) => extensions.includes(extension)) ?? ["text", LINES];
  return (
    <span className={`${styles.icon} ${styles[kind] ?? ""}`}>
      <PathIcon path={path} size={18} />
    </span>
  );
}
