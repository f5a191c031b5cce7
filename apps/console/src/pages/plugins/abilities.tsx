import type { ReactNode } from "react";
import { plugins as pluginsTexts } from "../../strings/plugins.ts";
import { formatCount, formatShare } from "../../ui/format.ts";
import { Models } from "./models.tsx";
import lists from "../../ui/list.module.css";
import styles from "./plugins.module.css";
import type { Plugin } from "./use-installation.ts";

const texts = pluginsTexts.abilities;

const yesOrNo = (value: boolean): string => (value ? texts.yes : texts.no);

const bound = (value: number | null): string | undefined => (value === null ? undefined : formatCount(value));

/** Capabilities of a plugin, for the kinds that declare any. */
export function Abilities({ plugin }: { readonly plugin: Plugin }) {
  const { vector_store: store, embedder, reranker, parser } = plugin;
  return (
    <dl className={styles.facts}>
      {store !== undefined && <StoreDetails store={store} />}
      {embedder !== undefined && <EmbedderDetails embedder={embedder} />}
      {reranker !== undefined && <RerankerDetails reranker={reranker} />}
      {parser !== undefined && <ParserDetails parser={parser} chosenFor={plugin.names} />}
    </dl>
  );
}

type CapabilitiesOf<Name extends keyof Plugin> = NonNullable<Plugin[Name]>;

function StoreDetails({ store }: { readonly store: CapabilitiesOf<"vector_store"> }) {
  return (
    <>
      <Detail name={texts.dimension}>{formatCount(store.max_dimension)}</Detail>
      <Detail name={texts.topK}>{formatCount(store.max_top_k)}</Detail>
      <Detail name={texts.shared}>{yesOrNo(store.shared_between_processes)}</Detail>
    </>
  );
}

function EmbedderDetails({ embedder }: { readonly embedder: CapabilitiesOf<"embedder"> }) {
  return (
    <>
      <Detail name={texts.credential}>{texts.credentials[embedder.credential]}</Detail>
      <Detail name={texts.batch}>
        {texts.batchOf(bound(embedder.max_batch_texts), bound(embedder.max_batch_tokens))}
      </Detail>
      <Detail name={texts.alpha}>{formatShare(embedder.default_alpha)}</Detail>
      <Detail name={texts.learns}>{yesOrNo(embedder.learns)}</Detail>
      <Detail name={texts.models} isWide>
        <Models models={embedder.models} others={embedder.other_models} />
      </Detail>
    </>
  );
}

function RerankerDetails({ reranker }: { readonly reranker: CapabilitiesOf<"reranker"> }) {
  return (
    <>
      <Detail name={texts.credential}>{texts.credentials[reranker.credential]}</Detail>
      <Detail name={texts.passages}>{texts.passagesOf(bound(reranker.max_passages))}</Detail>
      <Detail name={texts.models} isWide>
        <Chips values={reranker.models} />
      </Detail>
    </>
  );
}

interface ParserDetailsProps {
  readonly parser: CapabilitiesOf<"parser">;
  readonly chosenFor: readonly string[];
}

function ParserDetails({ parser, chosenFor }: ParserDetailsProps) {
  const others = parser.file_types.filter((type) => !chosenFor.includes(type));
  return (
    <>
      <Detail name={texts.fileTypes} isWide>
        <Chips values={chosenFor} />
      </Detail>
      {others.length > 0 && (
        <Detail name={texts.otherTypes} isWide>
          <Chips values={others} />
        </Detail>
      )}
      <Detail name={texts.isolation}>{texts.isolations[parser.isolation]}</Detail>
    </>
  );
}

interface DetailProps {
  readonly name: string;
  readonly children: ReactNode;
  /** Whether it takes the whole width, for lists. */
  readonly isWide?: boolean;
}

function Detail({ name, children, isWide = false }: DetailProps) {
  return (
    <div className={isWide ? styles.wideFact : styles.fact}>
      <dt className={lists.muted}>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Chips({ values }: { readonly values: readonly string[] }) {
  return (
    <ul className={styles.chips}>
      {values.map((value) => (
        <li key={value} className={styles.chip}>
          {value}
        </li>
      ))}
    </ul>
  );
}
