import type { contract, Message } from "../../../api/rest.ts";
import { models as modelsTexts } from "../../../strings/models.ts";
import { formatBytes, formatCount, formatDuration } from "../../../ui/format.ts";
import { Stat, StatGrid } from "../../../ui/stat.tsx";
import type { LocalModel } from "./use-models.ts";

const texts = modelsTexts.cost;

export interface UseCostProps {
  readonly cost: Message<contract.ModelCost>;
  readonly kind: LocalModel["kind"];
}

/** Cost of a model before its use: its speed on this server, and the duration and space of the move. */
export function UseCost({ cost, kind }: UseCostProps) {
  const { passages_per_second: speed, collections, documents, passages, seconds, disk_bytes: bytes } = cost;
  const isMoving = kind !== "reranker" && collections > 0;
  return (
    <>
      <StatGrid>
        <Stat
          label={texts.speed}
          value={speed < 10 ? speed.toFixed(1) : formatCount(Math.round(speed))}
          detail={texts.speedHint}
        />
        {collections > 0 && (
          <Stat label={texts.move} value={texts.collections(collections)} detail={texts.chunks(passages, documents)} />
        )}
        {isMoving && (
          <Stat label={texts.time} value={seconds < 60 ? texts.short : texts.timeOf(formatDuration(seconds * 1_000))} />
        )}
        {isMoving && <Stat label={texts.disk} value={formatBytes(bytes)} detail={texts.diskHint} />}
      </StatGrid>
      {collections === 0 && <p>{texts.nothing}</p>}
    </>
  );
}
