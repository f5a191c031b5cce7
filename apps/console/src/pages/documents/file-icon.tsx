import {
  Braces,
  FileSpreadsheet,
  FileText,
  FileType2,
  Globe,
  Image,
  type LucideIcon,
  Presentation,
} from "lucide-react";
import styles from "./file-icon.module.css";

const KINDS: readonly (readonly [kind: string, icon: LucideIcon, extensions: readonly string[]])[] = [
  ["pdf", FileType2, ["pdf"]],
  ["text", FileText, ["docx", "md", "txt"]],
  ["slides", Presentation, ["pptx"]],
  ["table", FileSpreadsheet, ["xlsx", "csv", "tsv"]],
  ["web", Globe, ["html", "htm"]],
  ["data", Braces, ["json", "xml"]],
  ["image", Image, ["png", "jpg", "jpeg", "tif", "tiff", "bmp", "gif"]],
];

/** Tells kinds of files apart at a glance; the name beside it says the type in words. */
export function FileIcon({ filename }: { readonly filename: string }) {
  const extension = filename.slice(filename.lastIndexOf(".") + 1).toLowerCase();
  const [kind, Icon] = KINDS.find(([, , extensions]) => extensions.includes(extension)) ?? ["text", FileText];
  return (
    <span className={`${styles.icon} ${styles[kind]}`} aria-hidden>
      <Icon size={18} />
    </span>
  );
}
