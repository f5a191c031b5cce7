import type { FailedRequest } from "@quarry/http/console";
import { overview } from "../../strings/overview.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Time } from "../../ui/time.tsx";
import styles from "./failures.module.css";

const texts = overview.failedRequests;

/** Requests that the service failed to answer, each with its id in the service's log. */
export function FailedRequests({ failures }: { readonly failures: readonly FailedRequest[] }) {
  if (failures.length === 0) {
    return (
      <Card title={texts.title} description={texts.scope}>
        <p className={styles.empty}>{texts.empty}</p>
      </Card>
    );
  }
  return (
    <Card title={texts.title} description={texts.scope} isFlush>
      <ul className={styles.list} tabIndex={0} aria-label={texts.title}>
        {failures.map(({ at, requestId, method, route, status }) => (
          <li key={requestId}>
            <p className={styles.head}>
              <span className={styles.route}>
                {method} {route}
              </span>
              <span className={styles.when}>
                <Time value={at} />
              </span>
            </p>
            <p className={styles.place}>
              <Badge tone="bad">{status}</Badge> <code title={texts.id}>{requestId}</code>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
