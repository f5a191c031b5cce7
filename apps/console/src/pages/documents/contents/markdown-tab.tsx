import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { lazy, Suspense } from "react";
import { documents as texts } from "../../../strings/documents.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { contentUrl } from "../document-file.ts";
import styles from "./contents.module.css";
import { markdownQuery } from "./contents-data.ts";
import type { ContentsProps } from "./tables-tab.tsx";

// 20 kB compressed, loaded when the first document is opened.
const RenderedMarkdown = lazy(() =>
  import("./rendered-markdown.tsx").then((module) => ({ default: module.RenderedMarkdown })),
);

export interface MarkdownTabProps extends ContentsProps {
  /** Whether the Markdown is rendered. Default: its source is shown, for copying. */
  readonly isRendered?: boolean;
}

/**
 * Maximum number of characters to render: 64 Ki, some thirty pages, appear at once. Rendering blocks the browser's main
 * thread.
 */
const MAX_RENDERED = 65_536;

/** Text of a document, rendered or as Markdown. */
export function MarkdownTab({ collection, documentId, isRendered = false }: MarkdownTabProps) {
  const { data, error, refetch } = useQuery(markdownQuery(collection, documentId));
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="24rem" />;
  const label = texts.contents.tabs[isRendered ? "content" : "markdown"];
  const shown = isRendered ? beginning(data.text) : data.text;
  return (
    <Card
      title={label}
      description={isRendered ? undefined : texts.contents.markdown}
      actions={
        <>
          {!isRendered && data.isWhole && data.text !== "" && (
            <CopyButton text={data.text} label={texts.contents.copyMarkdown} />
          )}
          <LinkButton href={contentUrl(collection, documentId, "markdown")} isDownload icon={<Download aria-hidden />}>
            {texts.download}
          </LinkButton>
        </>
      }
    >
      {isRendered ? (
        <Suspense fallback={<Skeleton height="24rem" />}>
          <RenderedMarkdown text={shown} />
        </Suspense>
      ) : (
        <pre className={styles.markdown} role="region" aria-label={label} tabIndex={0} lang="">
          {shown}
        </pre>
      )}
      {data.text === "" && <Notice>{texts.contents.nothingRead}</Notice>}
      {(!data.isWhole || shown.length < data.text.length) && <Notice>{texts.contents.goesOn}</Notice>}
    </Card>
  );
}

/** Truncates the text after the last complete block within the limit. */
const beginning = (text: string): string => {
  if (text.length <= MAX_RENDERED) return text;
  const end = text.lastIndexOf("\n\n", MAX_RENDERED);
  return text.slice(0, end > 0 ? end : MAX_RENDERED);
};
