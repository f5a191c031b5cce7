import type { Overview } from "@quarry/http/console";
import { Link } from "react-aria-components";
import { overview } from "../../strings/overview.ts";
import { formatBytes, formatCompact, formatCount } from "../../ui/format.ts";
import { Stat, StatGrid } from "../../ui/stat.tsx";
import { StatusBar } from "./status-bar.tsx";

const texts = overview.totals;

interface TotalsProps {
  readonly counts: NonNullable<Overview["counts"]>;
}

/** Totals of the service's content and queue. */
export function Totals({ counts: { totals, queue } }: TotalsProps) {
  const isIdle = queue.pending + queue.processing === 0;
  return (
    <StatGrid>
      <Stat
        label={texts.collections}
        value={formatCount(totals.collections)}
        detail={<Link href="/collections">{texts.seeAll}</Link>}
      />
      <Stat
        label={texts.documents}
        value={formatCount(totals.documents.total)}
        detail={<StatusBar documents={totals.documents} />}
      />
      <Stat
        label={texts.chunks}
        value={formatCount(totals.chunkCount)}
        detail={texts.tokens(formatCompact(totals.tokenCount))}
      />
      <Stat
        label={texts.size}
        value={formatBytes(totals.sizeBytes)}
        detail={texts.average(formatBytes(totals.sizeBytes / Math.max(1, totals.documents.total)))}
      />
      <Stat
        label={texts.queue}
        value={formatCount(queue.pending + queue.processing)}
        detail={isIdle ? texts.atRest : overview.queue.now(queue.pending, queue.processing)}
      />
    </StatGrid>
  );
}
