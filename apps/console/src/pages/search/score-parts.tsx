import type { contract, Message } from "../../api/rest.ts";
import { search as searchTexts } from "../../strings/search.ts";
import { formatScore } from "../../ui/format.ts";
import styles from "./score-parts.module.css";

export interface ScorePartsProps {
  readonly explanation: Message<contract.ScoreExplanation>;
  readonly score: number;
}

/** Shares of the semantic and the keyword score, as a bar with its numbers. */
export function ScoreParts({ explanation, score }: ScorePartsProps) {
  const texts = searchTexts.parts;
  const {
    alpha,
    semantic_score: semantic,
    keyword_score: keyword,
    fused_score: fused,
    rerank_score: rerank,
  } = explanation;
  const isHybrid = alpha !== null;
  const weight = alpha ?? (semantic === null ? 0 : 1);
  return (
    <dl className={styles.parts} aria-label={texts.label}>
      <div className={styles.bar} aria-hidden>
        <span className={styles.semantic} style={{ width: `${weight * (semantic ?? 0) * 100}%` }} />
        <span className={styles.keyword} style={{ width: `${(1 - weight) * (keyword ?? 0) * 100}%` }} />
      </div>
      {(isHybrid || semantic !== null) && (
        <Part name={texts.semantic} kind={styles.semantic} score={semantic} rank={explanation.semantic_rank} />
      )}
      {(isHybrid || keyword !== null) && (
        <Part name={texts.keyword} kind={styles.keyword} score={keyword} rank={explanation.keyword_rank} />
      )}
      {isHybrid && (
        <div className={styles.part}>
          <dt>α</dt>
          <dd>{alpha.toFixed(2)}</dd>
        </div>
      )}
      {fused !== null && fused !== score && <Part name={texts.fused} score={fused} rank={null} />}
      {rerank !== null && <Part name={texts.rerank} score={rerank} rank={null} />}
    </dl>
  );
}

interface PartProps {
  readonly name: string;
  readonly kind?: string | undefined;
  readonly score: number | null;
  readonly rank: number | null;
}

function Part({ name, kind, score, rank }: PartProps) {
  const texts = searchTexts.parts;
  return (
    <div className={styles.part}>
      <dt>
        {kind !== undefined && <span className={`${styles.key} ${kind}`} aria-hidden />}
        {name}
      </dt>
      <dd>
        {score === null ? texts.notFound : formatScore(score)}
        {rank !== null && <span className={styles.rank}> {texts.rank(rank)}</span>}
      </dd>
    </div>
  );
}
