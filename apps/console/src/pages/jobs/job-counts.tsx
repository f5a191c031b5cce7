import type { contract, Message } from "../../api/rest.ts";
import { jobs } from "../../strings/jobs.ts";
import { formatCount } from "../../ui/format.ts";
import { Stat, StatGrid } from "../../ui/stat.tsx";

const texts = jobs.counts;

/** Numbers of jobs by state. */
export function JobCounts({ counts }: { readonly counts: Message<contract.JobCounts> }) {
  const { failed, processing, stuck, queued, waiting, completed } = counts;
  return (
    <StatGrid>
      <Stat
        label={texts.failed}
        value={formatCount(failed)}
        detail={failed === 0 ? texts.failedNone : texts.failedDetail}
      />
      <Stat
        label={texts.running}
        value={formatCount(processing)}
        detail={stuck === 0 ? texts.noneStuck : texts.stuck(stuck)}
      />
      <Stat label={texts.toDo} value={formatCount(queued + waiting)} detail={texts.toDoDetail(queued, waiting)} />
      <Stat label={texts.done} value={formatCount(completed)} detail={texts.doneDetail} />
    </StatGrid>
  );
}
