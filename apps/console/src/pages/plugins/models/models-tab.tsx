import { useState } from "react";
import { models as modelsTexts } from "../../../strings/models.ts";
import { providerName } from "../../../strings/provider-name.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import lists from "../../../ui/list.module.css";
import { LoadingPage } from "../../../ui/loading-page.tsx";
import { CurrentUse } from "./current-use.tsx";
import styles from "./models.module.css";
import { UseDialog } from "./use-dialog.tsx";
import { isRunning, type LocalModel, useModels } from "./use-models.ts";

const texts = modelsTexts;

/** Tab for models that run on the server, and for the use of one. */
export function ModelsTab() {
  const models = useModels();
  const [chosen, setChosen] = useState<LocalModel>();
  if (models.data === undefined) {
    return models.isError ? (
      <ErrorState error={models.error} retry={() => void models.refetch()} />
    ) : (
      <LoadingPage label={texts.loading} />
    );
  }
  const { models: all, use } = models.data;
  const used = all.find(({ name }) => name === use?.name);
  return (
    <div className={lists.page}>
      {use !== undefined && <CurrentUse use={use} model={used} />}
      <Card title={texts.title} description={texts.lead} isFlush>
        <ul>
          {all.map((model) => (
            <Model
              key={model.name}
              model={model}
              isDisabled={use !== undefined && isRunning(use)}
              onUse={() => setChosen(model)}
            />
          ))}
        </ul>
      </Card>
      {chosen !== undefined && <UseDialog model={chosen} onClose={() => setChosen(undefined)} />}
    </div>
  );
}

interface ModelProps {
  readonly model: LocalModel;
  readonly isDisabled: boolean;
  readonly onUse: () => void;
}

function Model({ model, isDisabled, onUse }: ModelProps) {
  const { name, kind, languages, licence, megabytes, is_default: isDefault } = model;
  const title = providerName(name);
  return (
    <li className={`${lists.lined} ${lists.row} ${styles.model}`}>
      <div className={lists.text}>
        <span className={lists.head}>
          <span className={lists.name}>{title}</span>
          <State model={model} />
          {isDefault && <Badge tone="accent">{texts.isDefault}</Badge>}
        </span>
        <span className={lists.facts}>
          {(kind === "embedder" || kind === "reranker") && <span>{texts.kinds[kind]}</span>}
          {languages !== "" && <span>{texts.languages(languages)}</span>}
          {megabytes > 0 && <span>{texts.size(megabytes)}</span>}
          {licence !== "" && <span>{licence}</span>}
        </span>
      </div>
      <Button size="small" aria-label={texts.useNamed(title)} onPress={onUse} isDisabled={isDisabled}>
        {texts.use}
      </Button>
    </li>
  );
}

function State({ model: { is_loaded: isLoaded, is_present: isPresent } }: Pick<ModelProps, "model">) {
  if (isLoaded) return <Badge tone="good">{texts.states.loaded}</Badge>;
  return isPresent ? <Badge tone="info">{texts.states.present}</Badge> : <Badge>{texts.states.absent}</Badge>;
}
