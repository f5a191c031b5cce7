import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Rows3 } from "lucide-react";
import { useCallback, useEffect } from "react";
import { useLocation, useParams, useSearchParams } from "wouter";
import { documents as texts } from "../../../strings/documents.ts";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useDocument } from "../documents-data.ts";
import { chunkAnchor } from "../chunks/chunk-anchor.ts";
import { pageAddress } from "./page-address.ts";
import { boxesOf, type PageMessage, pageQuery, passageQuery, rangeOnPage } from "./page-data.ts";
import { PagePicture } from "./page-picture.tsx";
import { PageSteps } from "./page-steps.tsx";
import { PageText } from "./page-text.tsx";
import styles from "./pages-page.module.css";

/** A page of a document, what was read on it beside how it looks; a passage that the address names is marked. */
export default function PagesPage() {
  const { name, documentId, page: pageText } = useParams<{ name: string; documentId: string; page: string }>();
  const number = Number(pageText);
  const [parameters] = useSearchParams();
  const chunk = chunkOf(parameters.get("chunk"));
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { data: document } = useDocument(name, documentId);
  const { data: page, error, refetch } = useQuery(pageQuery(name, documentId, number));
  const onPage = useCallback(
    (next: number) => navigate(pageAddress(name, documentId, next, chunk), { replace: true }),
    [navigate, name, documentId, chunk],
  );
  const pageCount = page?.page_count ?? 0;
  useEffect(() => {
    if (number < pageCount) void client.prefetchQuery(pageQuery(name, documentId, number + 1));
  }, [client, name, documentId, number, pageCount]);
  const own = `/collections/${encodeURIComponent(name)}/documents/${encodeURIComponent(documentId)}`;
  return (
    <>
      <PageHeader
        title={document?.filename ?? texts.document.title}
        trail={[
          { label: texts.document.trail, href: "/collections" },
          { label: name, href: `/collections/${encodeURIComponent(name)}` },
          { label: texts.document.title, href: own },
        ]}
        actions={
          <LinkButton href={chunk === undefined ? own : own + chunkAnchor(chunk)} icon={<Rows3 aria-hidden />}>
            {texts.pages.toChunks}
          </LinkButton>
        }
      />
      <div className={styles.page}>
        {page !== undefined && <PageSteps page={number} pageCount={page.page_count} onPage={onPage} />}
        {warningsOf(document?.info?.warnings ?? [], number).map((warning) => (
          <Notice key={warning} tone="warn">
            {texts.said(warning)}
          </Notice>
        ))}
        {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
        {page === undefined && error === null && <Skeleton height="32rem" />}
        {page !== undefined && <Beside collection={name} documentId={documentId} page={page} chunk={chunk} />}
      </div>
    </>
  );
}

interface BesideProps {
  readonly collection: string;
  readonly documentId: string;
  readonly page: PageMessage;
  readonly chunk: number | undefined;
}

function Beside({ collection, documentId, page, chunk }: BesideProps) {
  const { data: passage } = useQuery(passageQuery(collection, documentId, chunk));
  const { width, height } = page;
  const hasPicture = width !== null && height !== null;
  return (
    <div className={hasPicture ? styles.beside : undefined}>
      {hasPicture && (
        <PagePicture
          key={page.page}
          {...{ collection, documentId, width, height }}
          page={page.page}
          boxes={boxesOf(passage, page.page)}
        />
      )}
      <Card title={texts.pages.text} description={hasPicture ? undefined : texts.pages.noPicture}>
        <PageText page={page} range={rangeOnPage(page, passage?.metadata)} />
      </Card>
    </div>
  );
}

const chunkOf = (text: string | null): number | undefined =>
  text !== null && /^\d+$/.test(text) ? Number(text) : undefined;

/** What was left out of this page, of all that the reader said. */
const warningsOf = (warnings: readonly string[], page: number): readonly string[] =>
  warnings.filter((warning) => OF_PAGE.exec(warning)?.[1] === String(page));

const OF_PAGE = /^(?:page|frame) (\d+) /i;
