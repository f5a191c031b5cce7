import { describeValue, type DomainError, GIVEN_CHUNKS_TYPE, notFound } from "@quarry/plugin/domain";
import type { DocumentRecord } from "@quarry/store";

/** Error for a page that the document doesn't have. */
export const noSuchPage = (document: DocumentRecord, page: number, pageCount?: number): DomainError => {
  if (pageCount === undefined) return notFound(`page ${page} does not exist: pages count from 1`);
  const pages = pageCount === 1 ? "1 page" : `${pageCount} pages`;
  return notFound(`page ${page} does not exist: document ${describeValue(document.id)} has ${pages}`);
};

export const hasNoPages = ({ id, fileType }: DocumentRecord): DomainError => {
  const subject = fileType === GIVEN_CHUNKS_TYPE ? "what was given as chunks" : `a .${fileType} file`;
  return notFound(`document ${describeValue(id)} has no pages: ${subject} is one text, which /text gives`);
};
