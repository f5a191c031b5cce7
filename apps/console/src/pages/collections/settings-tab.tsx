import { useId, useState } from "react";
import { Form, Link } from "react-aria-components";
import { failureOf } from "../../api/api-error.ts";
import { usePermissions } from "../../api/session.ts";
import { useLeaveConfirmation } from "../../shell/leaving.ts";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { providerName } from "../../strings/provider-name.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { notifyDone } from "../../ui/toast.tsx";
import { type AnswerForm, answerProblems, type Problems, refusedField } from "./collection-form.ts";
import styles from "./collections.module.css";
import { DangerZone } from "./danger-zone.tsx";
import {
  type AnswerPartProps,
  DescriptionField,
  FieldGroup,
  LifetimeField,
  MetadataField,
  ModeField,
  RerankingFields,
  ResultFields,
  StrategyField,
} from "./form-parts.tsx";
import forms from "./forms.module.css";
import { changedFields, settingsOf, updateOf } from "./settings-form.ts";
import { TransferCard } from "./transfer-card.tsx";
import { type Collection, useChoices, useUpdateCollection } from "./use-collections.ts";

const texts = collectionsTexts.settings;

interface TabProps {
  readonly collection: Collection;
}

/** Editable settings, fixed settings and where those can be changed, archiving, and deletion. */
export function SettingsTab({ collection }: TabProps) {
  const { canAdminister } = usePermissions();
  return (
    <div className={styles.wide}>
      <div className={styles.parts}>
        {!canAdminister && <Notice>{texts.readOnly}</Notice>}
        <SettingsForm collection={collection} isDisabled={!canAdminister} />
      </div>
      <div className={styles.parts}>
        <Fixed collection={collection} />
        <TransferCard name={collection.name} />
        {canAdminister && <DangerZone name={collection.name} />}
      </div>
    </div>
  );
}

function SettingsForm({ collection, isDisabled }: TabProps & { readonly isDisabled: boolean }) {
  const choices = useChoices();
  const update = useUpdateCollection(collection.name);
  const stored = settingsOf(collection);
  const [edited, setEdited] = useState<Partial<AnswerForm>>({});
  const [refused, setRefused] = useState<Problems<AnswerForm>>({});
  const id = useId();
  const form = { ...stored, ...edited };
  const changed = changedFields(stored, form);
  const found = answerProblems(form);
  const problems = { ...found, ...refused };
  const leaveConfirmation = useLeaveConfirmation(changed.length > 0);
  const discard = () => {
    setEdited({});
    setRefused({});
  };
  const parts: AnswerPartProps = {
    form,
    problems,
    isDisabled,
    set: (part) => {
      setEdited({ ...edited, ...part });
      if (update.isError) update.reset();
      setRefused(Object.fromEntries(Object.entries(refused).filter(([field]) => !Object.hasOwn(part, field))));
    },
  };
  const save = () => {
    if (changed.length === 0 || Object.keys(found).length > 0) return;
    update.mutate(updateOf(stored, form), {
      onSuccess: () => {
        discard();
        notifyDone(texts.saved);
      },
      onError: (error) => setRefused(refusedField(error)),
    });
  };
  return (
    <Form
      id={id}
      className={styles.parts!}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Card title={texts.general}>
        <div className={forms.form}>
          <DescriptionField {...parts} />
          <LifetimeField {...parts} />
          <MetadataField {...parts} />
        </div>
      </Card>
      <Card title={texts.answers} description={texts.answersHint}>
        <div className={forms.form}>
          <ModeField {...parts} />
          <ResultFields {...parts} />
          <FieldGroup title={collectionsTexts.form.reranking} hint={collectionsTexts.form.rerankingHint}>
            <RerankingFields
              {...parts}
              models={choices.data?.rerankingModels ?? [form.rerankingModel]}
              isKeySet={collection.has_reranking_api_key}
            />
          </FieldGroup>
          <FieldGroup title={collectionsTexts.form.chunks}>
            <StrategyField {...parts} hint={texts.strategyLater} />
          </FieldGroup>
        </div>
      </Card>
      {update.isError && changed.length > 0 && Object.keys(refused).length === 0 && (
        <Notice tone="bad">{failureOf(update.error).message}</Notice>
      )}
      {changed.length > 0 && (
        <div className={styles.savebar}>
          <span role="status">{texts.changed(changed.length)}</span>
          <span className={styles.buttons}>
            <Button onPress={discard}>{texts.discard}</Button>
            <Button
              variant="primary"
              type="submit"
              form={id}
              isDisabled={update.isPending || Object.keys(found).length > 0}
            >
              {update.isPending ? texts.saving : texts.save}
            </Button>
          </span>
        </div>
      )}
      <ConfirmDialog
        title={texts.leave.title}
        isOpen={leaveConfirmation.isConfirming}
        onClose={leaveConfirmation.stay}
        confirmLabel={texts.leave.confirm}
        onConfirm={leaveConfirmation.leave}
      >
        {texts.leave.text}
      </ConfirmDialog>
    </Form>
  );
}

/** Settings fixed at a collection's creation, and where they can be changed later. */
function Fixed({ collection }: TabProps) {
  const rows = texts.fixedRows;
  const values: readonly (readonly [row: readonly [string, string], value: string])[] = [
    [rows.name, collection.name],
    [
      rows.model,
      texts.modelRow(collection.embedding_model, providerName(collection.embedding_provider), collection.dimension),
    ],
    [rows.embeddingKey, collection.has_api_key ? texts.key.own : texts.key.server],
    [rows.chunks, texts.chunkRow(collection.chunk_size, collection.chunk_overlap)],
  ];
  return (
    <Card title={texts.fixed} description={texts.fixedHint}>
      <dl className={styles.facts}>
        {values.map(([[label, why], value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            <dd>{why}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.after}>
        <Link href={`/collections/${collection.name}/index`}>{texts.toIndex}</Link>
      </p>
    </Card>
  );
}
