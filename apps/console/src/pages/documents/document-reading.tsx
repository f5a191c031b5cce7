import { documents as texts } from "../../strings/documents.ts";
import { Card } from "../../ui/card.tsx";
import { formatDuration } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import styles from "./document-reading.module.css";
import type { DocumentMessage } from "./documents-data.ts";

/** Quality of a document's parsing: text left out and why, and the duration of each step. */
export function DocumentReading({ info }: { readonly info: NonNullable<DocumentMessage["info"]> }) {
  const { warnings, timings, repeated_line_count, ocr_page_count } = info;
  const names = texts.reading;
  const isWhole = warnings.length === 0 && repeated_line_count === 0;
  return (
    <Card title={names.title}>
      <div className={styles.parts}>
        <section aria-label={names.leftOut}>
          <h3 className={styles.heading}>{names.leftOut}</h3>
          {isWhole && <p>{names.nothing}</p>}
          {repeated_line_count > 0 && <p>{names.repeatedLines(repeated_line_count)}</p>}
          {warnings.length > 0 && (
            <Notice tone="warn">
              {warnings.map((warning) => (
                <p key={warning}>{warning}</p>
              ))}
            </Notice>
          )}
          {ocr_page_count > 0 && <p>{names.ocrPages(ocr_page_count)}</p>}
        </section>
        <section aria-label={names.time}>
          <h3 className={styles.heading}>{names.time}</h3>
          {timings === null ? <p>{names.noTime}</p> : <Steps timings={timings} />}
          {timings !== null && <p className={styles.hint}>{names.timeHint}</p>}
        </section>
      </div>
    </Card>
  );
}

type Timings = NonNullable<NonNullable<DocumentMessage["info"]>["timings"]>;

function Steps({ timings }: { readonly timings: Timings }) {
  const { steps } = texts.reading;
  const longest = Math.max(...Object.values(timings), 1);
  return (
    <dl className={styles.steps}>
      {Object.entries(steps).map(([step, name]) => {
        const spent = timings[step as keyof Timings];
        return (
          <div key={step}>
            <dt>{name}</dt>
            <dd>
              <span className={styles.track} aria-hidden>
                <span className={styles.bar} style={{ inlineSize: `${(100 * spent) / longest}%` }} />
              </span>
              <span>{formatDuration(spent)}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
