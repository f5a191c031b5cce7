import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { documents as texts } from "../../../strings/documents.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { imageProblemQuery, imageUrl, type PageBox } from "./page-data.ts";
import styles from "./page-picture.module.css";

export interface PagePictureProps {
  readonly collection: string;
  readonly documentId: string;
  readonly page: number;
  /** Page width, in any unit. */
  readonly width: number;
  readonly height: number;
  /** Highlighted boxes. */
  readonly boxes: readonly PageBox[];
}

/** Image widths that the service renders. */
const WIDTHS = [640, 960, 1_280, 1_920];

/** Image width: half of a wide window, or all of a narrow one. */
const SIZES = "(width < 60rem) 100vw, 45vw";

/** Image of a page, as large as the window allows, with highlighted boxes. */
export function PagePicture({ collection, documentId, page, width, height, boxes }: PagePictureProps) {
  const [hasFailed, setFailed] = useState(false);
  const urlOf = (pixels: number) => imageUrl(collection, documentId, page, pixels);
  const problem = useQuery(imageProblemQuery(urlOf(WIDTHS[0]!), hasFailed));
  if (problem.error !== null) return <ErrorState error={problem.error} retry={() => setFailed(false)} />;
  return (
    <div
      className={styles.picture}
      style={{ aspectRatio: `${width} / ${height}`, maxWidth: `calc((100dvh - 13rem) * ${width / height})` }}
    >
      <img
        src={urlOf(1_280)}
        srcSet={WIDTHS.map((pixels) => `${urlOf(pixels)} ${pixels}w`).join(", ")}
        sizes={SIZES}
        alt={texts.pages.picture(page)}
        onError={() => setFailed(true)}
      />
      <PageBoxes boxes={boxes} />
    </div>
  );
}

/** Rectangles over a page. The adjacent text highlights the words. */
export function PageBoxes({ boxes }: { readonly boxes: readonly PageBox[] }) {
  return boxes.map(({ x0, y0, x1, y1 }) => (
    <span
      key={`${x0} ${y0} ${x1} ${y1}`}
      className={styles.box}
      aria-hidden
      style={{ left: share(x0), top: share(y0), width: share(x1 - x0), height: share(y1 - y0) }}
    />
  ));
}

const share = (part: number): string => `${part * 100}%`;
