import { useCallback } from "react";
import { Rows3 } from "lucide-react";
import { useLocation, useParams, useSearchParams } from "wouter";
import { documents as texts } from "../../../strings/documents.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { titleOf, useDocument } from "../documents-data.ts";
import { chunkAnchor } from "../chunks/chunk-anchor.ts";
import { pageAddress } from "./page-address.ts";
import { PageView } from "./page-view.tsx";

/** Page of a document, with its text beside its image; a passage named by the address is highlighted. */
export default function PagesPage() {
  const { name, documentId, page: pageText } = useParams<{ name: string; documentId: string; page: string }>();
  const number = Number(pageText);
  const [parameters] = useSearchParams();
  const chunk = chunkOf(parameters.get("chunk"));
  const [, navigate] = useLocation();
  const { data: document } = useDocument(name, documentId);
  const onPage = useCallback(
    (next: number) => navigate(pageAddress(name, documentId, next, chunk), { replace: true }),
    [navigate, name, documentId, chunk],
  );
  const own = `/collections/${encodeURIComponent(name)}/documents/${encodeURIComponent(documentId)}`;
  return (
    <>
      <PageHeader
        title={document === undefined ? texts.document.title : titleOf(document)}
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
      <PageView
        collection={name}
        documentId={documentId}
        page={number}
        chunk={chunk}
        warnings={document?.info?.warnings ?? []}
        onPage={onPage}
      />
    </>
  );
}

const chunkOf = (text: string | null): number | undefined =>
  text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
