import { FileText } from "lucide-react";
import { Fragment, useState } from "react";
import { Link } from "react-aria-components";
import type { contract, Message } from "../../api/rest.ts";
import { search as searchTexts } from "../../strings/search.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { formatScore } from "../../ui/format.ts";
import { hasPagePictures, pageAddress, pageOfPassage } from "../documents/pages/page-address.ts";
import { fragmentSegments, type Segment, textSegments } from "./highlight.ts";
import styles from "./result-card.module.css";
import { ScoreParts } from "./score-parts.tsx";

export interface ResultCardProps {
  readonly result: Message<contract.QueryResult>;
  readonly rank: number;
  readonly isCollectionShown: boolean;
  /** Position of the result on the other side of a comparison. */
  readonly elsewhere: string | undefined;
}

/** Passage with its source and the explanation of its rank. */
export function ResultCard(props: ResultCardProps) {
  const { result, rank, isCollectionShown, elsewhere } = props;
  const texts = searchTexts;
  const [isExpanded, setExpanded] = useState(false);
  const fragments = result.highlights ?? [];
  const text = result.text ?? "";
  const isTruncated = fragments.reduce((shown, { text }) => shown + text.length, 0) < text.trim().length;
  return (
    <article className={styles.card} aria-label={`${rank}. ${sourceOf(result)}`}>
      <header className={styles.header}>
        <span className={styles.rank} aria-hidden>
          {rank}
        </span>
        <Source result={result} />
        <span className={styles.badges}>
          {isCollectionShown && <Badge>{result.collection}</Badge>}
          {elsewhere !== undefined && <Badge tone="info">{elsewhere}</Badge>}
          <strong className={styles.score}>{formatScore(result.score)}</strong>
        </span>
      </header>
      <p className={styles.text} lang="">
        {isExpanded || !isTruncated ? (
          <Marked segments={textSegments(text, fragments)} />
        ) : (
          fragments.map(renderFragment)
        )}
      </p>
      {isTruncated && (
        <div>
          <Button size="small" variant="quiet" onPress={() => setExpanded(!isExpanded)} aria-expanded={isExpanded}>
            {isExpanded ? texts.showLess : texts.showAll}
          </Button>
        </div>
      )}
      {result.explanation !== undefined && <ScoreParts explanation={result.explanation} score={result.score} />}
      <details className={styles.metadata}>
        <summary>{texts.metadata}</summary>
        <CodeBlock code={JSON.stringify(result.metadata, null, 2)} label={texts.metadata} />
      </details>
    </article>
  );
}

/** Returns a fragment, with a mark if text before it is omitted. */
const renderFragment = (fragment: Message<contract.HighlightedFragment>, index: number) => (
  <Fragment key={fragment.offset}>
    {fragment.offset > 0 && (index > 0 ? " … " : "… ")}
    <Marked segments={fragmentSegments(fragment)} />
  </Fragment>
);

function Marked({ segments }: { readonly segments: readonly Segment[] }) {
  return segments.map(({ text, isHit }, index) =>
    // Segments have no identifier except their index.
    // eslint-disable-next-line react/no-array-index-key
    isHit ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
  );
}

/**
 * Source of a result: the document's title before its file name. A citation of a page with an image opens that page.
 */
function Source({ result }: { readonly result: Message<contract.QueryResult> }) {
  const page = pageOfPassage(result.metadata);
  const section = sectionOf(result);
  const filename = filenameOf(result);
  const title = sourceOf(result);
  const parts = [
    filename !== title && filename,
    page !== undefined && result.document_id !== "" && (
      <Link
        className={styles.page!}
        href={pageAddress(result.collection!, result.document_id, page, result.chunk_index)}
      >
        {searchTexts.page(String(page))}
      </Link>
    ),
    section,
  ].filter((part) => part !== false && part !== "");
  return (
    <div className={styles.source}>
      <Link className={styles.file!} {...linkOf(result, page)}>
        <FileText aria-hidden size={15} />
        {title}
      </Link>
      <span className={styles.place}>
        {parts.map((part, index) => (
          <Fragment key={index}>
            {index > 0 && " · "}
            {part}
          </Fragment>
        ))}
      </span>
    </div>
  );
}

/** Headings, outermost first. */
const sectionOf = ({ metadata }: Message<contract.QueryResult>): string => {
  const { section } = metadata;
  return Array.isArray(section) ? section.join(" › ") : String(section ?? "");
};

const filenameOf = ({ metadata, id }: Message<contract.QueryResult>): string => String(metadata.filename ?? id);

/** Returns the file's title, if the service or the caller set one, or else its name. */
const sourceOf = (result: Message<contract.QueryResult>): string => {
  const { title } = result.metadata;
  return typeof title === "string" && title.trim() !== "" ? title : filenameOf(result);
};

// A direct vector may have no document.
const linkOf = (
  { collection, document_id: documentId, chunk_index: index, metadata }: Message<contract.QueryResult>,
  page: number | undefined,
) => {
  if (documentId === "") return {};
  if (page !== undefined && hasPagePictures(metadata["file_type"])) {
    return { href: pageAddress(collection!, documentId, page, index) };
  }
  return { href: `/collections/${encodeURIComponent(collection!)}/documents/${documentId}#chunk-${index}` };
};
