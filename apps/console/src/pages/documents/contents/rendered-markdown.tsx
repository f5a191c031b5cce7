import Markdown, { type MarkdownToJSX, slugify } from "markdown-to-jsx";
import type { ReactNode } from "react";
import styles from "./rendered-markdown.module.css";

/** The page has its own first-level heading, so the document's headings start below it. */
const HEADINGS = {
  h1: { component: "h2" },
  h2: { component: "h3" },
  h3: { component: "h4" },
  h4: { component: "h5" },
  h5: { component: "h6" },
} as const;

const OPTIONS: MarkdownToJSX.Options = {
  // A document is untrusted text: its HTML is shown as text, and nothing from it is fetched.
  disableParsingRawHTML: true,
  overrides: { ...HEADINGS, a: OutsideLink, img: ImageText },
  // Headings of documents must not take the ids of the console's own elements, such as `content`.
  slugify: (text) => `heading-${slugify(text)}`,
};

/** Renders a document's Markdown. */
export function RenderedMarkdown({ text }: { readonly text: string }) {
  return (
    <div className={styles.text} lang="">
      <Markdown options={OPTIONS}>{text}</Markdown>
    </div>
  );
}

function OutsideLink({
  href,
  title,
  children,
}: {
  readonly href?: string;
  readonly title?: string;
  readonly children?: ReactNode;
}) {
  return (
    <a href={href} title={title} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function ImageText({ alt }: { readonly alt?: string }) {
  return alt === undefined || alt === "" ? null : <span>{alt}</span>;
}
