import type { ReactNode } from "react";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { Select, Switch, TextField } from "../../ui/field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { AnswerForm, Problems } from "./collection-form.ts";
import styles from "./forms.module.css";
import { SecretField } from "./secret-field.tsx";

const texts = collectionsTexts.form;
const { modes, modeHints } = collectionsTexts;

export interface AnswerPartProps {
  readonly form: AnswerForm;
  readonly set: (part: Partial<AnswerForm>) => void;
  readonly problems: Problems<AnswerForm>;
  readonly isDisabled?: boolean;
}

const MODES = (["semantic", "hybrid", "keyword"] as const).map((value) => ({
  value,
  label: modes[value],
  hint: modeHints[value],
}));

const STRATEGIES = (["default", "paragraph", "section", "page", "fixed"] as const).map((value) => ({
  value,
  ...texts.strategies[value],
}));

export interface FieldGroupProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

/** Related fields with a heading. */
export function FieldGroup({ title, hint, children }: FieldGroupProps) {
  return (
    <div className={styles.group} role="group" aria-label={title}>
      <div>
        <p className={styles.groupTitle}>{title}</p>
        {hint !== undefined && <p className={styles.muted}>{hint}</p>}
      </div>
      {children}
    </div>
  );
}

export function ModeField({ form, set, problems, isDisabled = false }: AnswerPartProps) {
  return (
    <Select
      label={texts.searchMode}
      hint={texts.searchModeHint}
      value={form.searchMode}
      onChange={(searchMode) => set({ searchMode })}
      options={MODES}
      error={problems.searchMode}
      isDisabled={isDisabled}
    />
  );
}

/** Number of results, minimum score, and the weight of hybrid search. */
export function ResultFields({ form, set, problems, isDisabled = false }: AnswerPartProps) {
  return (
    <div className={styles.pair}>
      <NumberField
        label={texts.topK}
        hint={texts.topKHint}
        value={form.topK}
        onChange={(topK) => set({ topK })}
        error={problems.topK}
        isDisabled={isDisabled}
      />
      <NumberField
        label={texts.minScore}
        hint={texts.minScoreHint}
        value={form.minScore}
        onChange={(minScore) => set({ minScore })}
        step={0.01}
        error={problems.minScore}
        isDisabled={isDisabled}
      />
      <NumberField
        label={texts.alpha}
        hint={texts.alphaHint}
        value={form.alpha}
        onChange={(alpha) => set({ alpha })}
        step={0.01}
        error={problems.alpha}
        isDisabled={isDisabled}
      />
    </div>
  );
}

export function StrategyField({ hint = texts.strategyHint, ...props }: AnswerPartProps & { readonly hint?: string }) {
  const { form, set, problems, isDisabled = false } = props;
  return (
    <Select
      label={texts.strategy}
      hint={hint}
      // "sentence" is the default strategy, so it is shown as the default.
      value={form.strategy === "sentence" ? "default" : form.strategy}
      onChange={(strategy) => set({ strategy })}
      options={STRATEGIES}
      error={problems.strategy}
      isDisabled={isDisabled}
    />
  );
}

export interface RerankingFieldsProps extends AnswerPartProps {
  /** Models of the server's rerankers. */
  readonly models: readonly string[];
  readonly isKeySet: boolean;
}

export function RerankingFields({ form, set, problems, models, isKeySet, isDisabled = false }: RerankingFieldsProps) {
  const known = models.includes(form.rerankingModel) ? models : [form.rerankingModel, ...models];
  return (
    <>
      <Switch isSelected={form.reranking} onChange={(reranking) => set({ reranking })} isDisabled={isDisabled}>
        {texts.rerankingSwitch}
      </Switch>
      {form.reranking && models.length === 0 && <Notice tone="warn">{texts.noReranker}</Notice>}
      {(form.reranking || isKeySet) && (
        <div className={styles.pair}>
          <Select
            label={texts.rerankingModel}
            hint={texts.rerankingModelHint}
            value={form.rerankingModel}
            onChange={(rerankingModel) => set({ rerankingModel })}
            options={known.map((model) => ({ value: model, label: model }))}
            error={problems.rerankingModel}
            isDisabled={isDisabled}
          />
          <SecretField
            label={texts.rerankingKey}
            isSet={isKeySet}
            change={form.rerankingKey}
            onChange={(rerankingKey) => set({ rerankingKey })}
            error={problems.rerankingKey}
            isDisabled={isDisabled}
          />
        </div>
      )}
    </>
  );
}

export function LifetimeField({ form, set, problems, isDisabled = false }: AnswerPartProps) {
  return (
    <NumberField
      label={texts.ttl}
      hint={texts.ttlHint}
      value={form.ttlDays}
      onChange={(ttlDays) => set({ ttlDays })}
      error={problems.ttlDays}
      isDisabled={isDisabled}
    />
  );
}

export function MetadataField({ form, set, problems, isDisabled = false }: AnswerPartProps) {
  return (
    <TextField
      label={texts.metadata}
      hint={texts.metadataHint}
      value={form.metadata}
      onChange={(metadata) => set({ metadata })}
      error={problems.metadata}
      isDisabled={isDisabled}
      placeholder="{}"
      rows={4}
      isMonospaced
    />
  );
}

export function DescriptionField({ form, set, problems, isDisabled = false }: AnswerPartProps) {
  return (
    <TextField
      label={texts.description}
      hint={texts.descriptionHint}
      value={form.description}
      onChange={(description) => set({ description })}
      error={problems.description}
      isDisabled={isDisabled}
      rows={2}
    />
  );
}
