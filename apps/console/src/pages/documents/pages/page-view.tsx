import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { documents as texts } from "../../../strings/documents.ts";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { boxesOf, type PageMessage, pageQuery, passageQuery, rangeOnPage } from "./page-data.ts";
import { PagePicture } from "./page-picture.tsx";
import { PageSteps } from "./page-steps.tsx";
import { PageText } from "./page-text.tsx";
import styles from "./page-view.module.css";

export interface PageViewProps {
  readonly collection: string;
  readonly documentId: string;
  readonly page: number;
  /** Chunk whose passage is highlighted, or undefined. */
  readonly chunk?: number | undefined;
  /** Warnings of the whole document. Only those of the page are shown. */
  readonly warnings: readonly string[];
  readonly onPage: (page: number) => void;
}

/** Page of a document: its image, which stays in view, next to its parsed text. */
export function PageView({ collection, documentId, page: number, chunk, warnings, onPage }: PageViewProps) {
  const client = useQueryClient();
  const { data: page, error, refetch } = useQuery(pageQuery(collection, documentId, number));
  const pageCount = page?.page_count ?? 0;
  useEffect(() => {
    if (number < pageCount) void client.prefetchQuery(pageQuery(collection, documentId, number + 1));
  }, [client, collection, documentId, number, pageCount]);
  return (
    <div className={styles.page}>
      {page !== undefined && <PageSteps page={number} pageCount={page.page_count} onPage={onPage} />}
      {warningsOf(warnings, number).map((warning) => (
        <Notice key={warning} tone="warn">
          {texts.said(warning)}
        </Notice>
      ))}
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {page === undefined && error === null && <Skeleton height="32rem" />}
      {page !== undefined && <PictureAndText {...{ collection, documentId, page, chunk }} />}
    </div>
  );
}

interface PictureAndTextProps {
  readonly collection: string;
  readonly documentId: string;
  readonly page: PageMessage;
  readonly chunk: number | undefined;
}

function PictureAndText({ collection, documentId, page, chunk }: PictureAndTextProps) {
  const { data: passage } = useQuery(passageQuery(collection, documentId, chunk));
  const { width, height } = page;
  const hasPicture = width !== null && height !== null;
  return (
    <div className={hasPicture ? styles.beside : undefined}>
      {hasPicture && (
        <div className={styles.picture}>
          <PagePicture
            key={page.page}
            {...{ collection, documentId, width, height }}
            page={page.page}
            boxes={boxesOf(passage, page.page)}
          />
        </div>
      )}
      <Card title={texts.pages.text} description={hasPicture ? undefined : texts.pages.noPicture}>
        <PageText page={page} range={rangeOnPage(page, passage?.metadata)} />
      </Card>
    </div>
  );
}

/** Returns the parser's warnings about this page. */
const warningsOf = (warnings: readonly string[], page: number): readonly string[] =>
  warnings.filter((warning) => OF_PAGE.exec(warning)?.[1] === String(page));

const OF_PAGE = /^(?:page|frame) (\d+) /i;
