import type { Overview } from "@quarry/http/console";
import { Link } from "react-aria-components";
import { overview } from "../../strings/overview.ts";
import { Card } from "../../ui/card.tsx";
import { Time } from "../../ui/time.tsx";
import styles from "./failures.module.css";

const texts = overview.failedDocuments;

interface FailedDocumentsProps {
  readonly documents: Overview["failedDocuments"];
  /** Total number of failed documents. */
  readonly total: number;
}

/** Documents that could not be ingested, with the reason, linked to where they can be retried. */
export function FailedDocuments({ documents, total }: FailedDocumentsProps) {
  if (documents.length === 0) {
    return (
      <Card title={texts.title}>
        <p className={styles.empty}>{texts.empty}</p>
      </Card>
    );
  }
  return (
    <Card title={texts.title} {...(total > documents.length && { description: texts.all(total) })} isFlush>
      <ul className={styles.list}>
        {documents.map(({ id, collection, filename, errorMessage, failedAt }) => (
          <li key={id}>
            <p className={styles.head}>
              <Link href={`/collections/${encodeURIComponent(collection)}/documents/${id}`} className={styles.main!}>
                {filename}
              </Link>
              <span className={styles.when}>
                <Time value={failedAt} />
              </span>
            </p>
            <p className={styles.reason}>{errorMessage ?? texts.noReason}</p>
            <p className={styles.place}>{collection}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
