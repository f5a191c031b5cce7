import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
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

/** The document as Markdown, to be taken elsewhere. */
export function MarkdownTab({ collection, documentId }: ContentsProps) {
  const { data, error, refetch } = useQuery(markdownQuery(collection, documentId));
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="24rem" />;
  const label = texts.contents.tabs.markdown;
  return (
    <Card
      title={label}
      description={texts.contents.markdown}
      actions={
        <>
          {data.isWhole && data.text !== "" && <CopyButton text={data.text} label={texts.contents.copyMarkdown} />}
          <LinkButton href={contentUrl(collection, documentId, "markdown")} isDownload icon={<Download aria-hidden />}>
            {texts.download}
          </LinkButton>
        </>
      }
    >
      <pre className={styles.markdown} role="region" aria-label={label} tabIndex={0} lang="">
        {data.text}
      </pre>
      {data.text === "" && <Notice>{texts.contents.nothingRead}</Notice>}
      {!data.isWhole && <Notice>{texts.contents.goesOn}</Notice>}
    </Card>
  );
}
