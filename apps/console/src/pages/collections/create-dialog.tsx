import type { CollectionChoices, ModelChoice } from "@quarry/http/console";
import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { failureOf } from "../../api/api-error.ts";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Select, TextField } from "../../ui/field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { notifyDone, notifyFailed } from "../../ui/toast.tsx";
import {
  type CollectionForm,
  collectionProblems,
  creationOf,
  modelKey,
  nameProblem,
  newForm,
  NO_PROVIDER,
  type Problems,
  refusedField,
} from "./collection-form.ts";
import {
  DescriptionField,
  FieldGroup,
  LifetimeField,
  MetadataField,
  ModeField,
  RerankingFields,
  ResultFields,
  StrategyField,
} from "./form-parts.tsx";
import styles from "./forms.module.css";
import { ModelField } from "./model-field.tsx";
import { useCreateCollection } from "./use-collections.ts";

const texts = collectionsTexts.form;

export interface CreateDialogProps {
  readonly choices: CollectionChoices;
  readonly onClose: () => void;
}

const NO_MODEL: ModelChoice = {
  provider: NO_PROVIDER,
  model: NO_PROVIDER,
  dimension: 0,
  description: "",
  credential: "none",
  isConfigured: true,
  isDefault: false,
};

/** Adds the choice of a collection without a model, which the server does not list as a model. */
const withoutModel = (choices: CollectionChoices): CollectionChoices => ({
  ...choices,
  models: [...choices.models, NO_MODEL],
});

const isWithoutModel = (model: string): boolean => model === modelKey(NO_MODEL);

/** Fields outside the collapsed section. */
const PLAIN = new Set<keyof CollectionForm>(["name", "description", "model", "embeddingKey", "searchMode"]);

/** Dialog for a new collection. All fields except the name have a default, explained next to it. */
export function CreateDialog({ choices: offered, onClose }: CreateDialogProps) {
  const choices = useMemo(() => withoutModel(offered), [offered]);
  const create = useCreateCollection();
  const [, navigate] = useLocation();
  const [form, setForm] = useState(() => newForm(choices));
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<Problems<CollectionForm>>({});
  const [isUnfolded, setUnfolded] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const isFocusDue = useRef(false);
  const found = collectionProblems(form, choices);
  const typed = nameProblem(form.name);
  const problems: Problems<CollectionForm> = {
    // An invalid character is reported at once; a missing value on the first submit.
    ...(isTried ? found : typed !== undefined && { name: typed }),
    ...refused,
  };
  const set = (part: Partial<CollectionForm>) => {
    setForm((before) => ({ ...before, ...part }));
    // Resets the service's error, which was about the previous value.
    if (create.isError) create.reset();
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !Object.hasOwn(part, field))));
  };
  const revealProblems = (invalid: Problems<CollectionForm>) => {
    isFocusDue.current = Object.keys(invalid).length > 0;
    if ((Object.keys(invalid) as (keyof CollectionForm)[]).some((field) => !PLAIN.has(field))) setUnfolded(true);
  };
  const submit = () => {
    setTried(true);
    revealProblems(found);
    if (Object.keys(found).length > 0) return;
    const isElsewhere = choices.vectorStores.some(({ name, isDefault }) => name === form.store && !isDefault);
    create.mutate(
      { body: creationOf(form, choices), store: isElsewhere ? form.store : undefined },
      {
        onSuccess: ({ name, storeError }) => {
          notifyDone(texts.done(name));
          if (storeError !== undefined) notifyFailed(texts.notMoved, storeError);
          onClose();
          navigate(`/collections/${name}`);
        },
        onError: (error) => {
          setRefused(refusedField(error));
          revealProblems(refusedField(error));
        },
      },
    );
  };
  // After a failed submit the focus moves to the first invalid field. It never moves while the user types.
  useEffect(() => {
    if (!isFocusDue.current) return;
    isFocusDue.current = false;
    const field = element.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid] button");
    field?.focus();
    // The field's error message is below it, and must be visible too.
    field?.scrollIntoView({ block: "center" });
  });

  return (
    <FormDialog
      title={texts.title}
      onClose={onClose}
      role="alertdialog"
      width="wide"
      submitLabel={create.isPending ? texts.pending : texts.submit}
      canSubmit={!create.isPending}
      onSubmit={submit}
      formRef={element}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        placeholder={texts.namePlaceholder}
        value={form.name}
        onChange={(name) => set({ name })}
        error={problems.name}
        autoComplete="off"
        autoFocus
        isRequired
        isMonospaced
      />
      <DescriptionField form={form} set={set} problems={problems} />
      <ModelField
        choices={choices}
        model={form.model}
        // Without a model, queries have no vector for semantic search.
        onModel={(model) => set({ model, ...(isWithoutModel(model) && { searchMode: "keyword" }) })}
        apiKey={form.embeddingKey}
        onApiKey={(embeddingKey) => set({ embeddingKey })}
        modelError={problems.model}
        keyError={problems.embeddingKey}
      />
      {isWithoutModel(form.model) && (
        <NumberField
          label={texts.dimension}
          hint={texts.ownDimensionHint}
          value={form.dimension}
          onChange={(dimension) => set({ dimension })}
          error={problems.dimension && texts.ownDimensionWrong}
          isRequired
        />
      )}
      <ModeField form={form} set={set} problems={problems} />
      <details className={styles.fold} open={isUnfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
        <summary>
          {texts.advanced} <span className={styles.muted}>{texts.advancedHint}</span>
        </summary>
        <div className={styles.folded}>
          <Advanced choices={choices} form={form} set={set} problems={problems} />
        </div>
      </details>
      {create.isError && Object.keys(refused).length === 0 && (
        <Notice tone="bad">{failureOf(create.error).message}</Notice>
      )}
    </FormDialog>
  );
}

interface AdvancedProps {
  readonly choices: CollectionChoices;
  readonly form: CollectionForm;
  readonly set: (part: Partial<CollectionForm>) => void;
  readonly problems: Problems<CollectionForm>;
}

function Advanced({ choices, form, set, problems }: AdvancedProps) {
  return (
    <>
      <FieldGroup title={texts.chunks} hint={texts.chunksHint}>
        <div className={styles.pair}>
          <NumberField
            label={texts.chunkSize}
            hint={texts.chunkSizeHint}
            value={form.chunkSize}
            onChange={(chunkSize) => set({ chunkSize })}
            error={problems.chunkSize}
          />
          <NumberField
            label={texts.chunkOverlap}
            hint={texts.chunkOverlapHint}
            value={form.chunkOverlap}
            onChange={(chunkOverlap) => set({ chunkOverlap })}
            error={problems.chunkOverlap}
          />
        </div>
        <StrategyField form={form} set={set} problems={problems} />
      </FieldGroup>
      <FieldGroup title={texts.search}>
        <ResultFields form={form} set={set} problems={problems} />
      </FieldGroup>
      <FieldGroup title={texts.reranking} hint={texts.rerankingHint}>
        <RerankingFields form={form} set={set} problems={problems} models={choices.rerankingModels} isKeySet={false} />
      </FieldGroup>
      <FieldGroup title={texts.storage}>
        <div className={styles.pair}>
          {choices.vectorStores.length > 1 && (
            <Select
              label={texts.store}
              hint={texts.storeHint}
              value={form.store}
              onChange={(store) => set({ store })}
              options={choices.vectorStores.map(({ name, isDefault }) => ({
                value: name,
                label: isDefault ? texts.storeDefault(name) : name,
              }))}
              error={problems.store}
            />
          )}
          {!isWithoutModel(form.model) && (
            <NumberField
              label={texts.dimension}
              hint={texts.dimensionHint}
              value={form.dimension}
              onChange={(dimension) => set({ dimension })}
              error={problems.dimension}
            />
          )}
          <LifetimeField form={form} set={set} problems={problems} />
        </div>
        <MetadataField form={form} set={set} problems={problems} />
      </FieldGroup>
    </>
  );
}
