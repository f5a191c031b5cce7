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
      {store !== undefined && <StoreFacts store={store} />}
      {embedder !== undefined && <EmbedderFacts embedder={embedder} />}
      {reranker !== undefined && <RerankerFacts reranker={reranker} />}
      {parser !== undefined && <ParserFacts parser={parser} chosenFor={plugin.names} />}
    </dl>
  );
}

type Given<Name extends keyof Plugin> = NonNullable<Plugin[Name]>;

function StoreFacts({ store }: { readonly store: Given<"vector_store"> }) {
  return (
    <>
      <Fact name={texts.dimension}>{formatCount(store.max_dimension)}</Fact>
      <Fact name={texts.topK}>{formatCount(store.max_top_k)}</Fact>
      <Fact name={texts.shared}>{yesOrNo(store.shared_between_processes)}</Fact>
    </>
  );
}

function EmbedderFacts({ embedder }: { readonly embedder: Given<"embedder"> }) {
  return (
    <>
      <Fact name={texts.credential}>{texts.credentials[embedder.credential]}</Fact>
      <Fact name={texts.batch}>{texts.batchOf(bound(embedder.max_batch_texts), bound(embedder.max_batch_tokens))}</Fact>
      <Fact name={texts.alpha}>{formatShare(embedder.default_alpha)}</Fact>
      <Fact name={texts.learns}>{yesOrNo(embedder.learns)}</Fact>
      <Fact name={texts.models} isWide>
        <Models models={embedder.models} others={embedder.other_models} />
      </Fact>
    </>
  );
}

function RerankerFacts({ reranker }: { readonly reranker: Given<"reranker"> }) {
  return (
    <>
      <Fact name={texts.credential}>{texts.credentials[reranker.credential]}</Fact>
      <Fact name={texts.passages}>{texts.passagesOf(bound(reranker.max_passages))}</Fact>
      <Fact name={texts.models} isWide>
        <Chips values={reranker.models} />
      </Fact>
    </>
  );
}

interface ParserFactsProps {
  readonly parser: Given<"parser">;
  readonly chosenFor: readonly string[];
}

function ParserFacts({ parser, chosenFor }: ParserFactsProps) {
  const others = parser.file_types.filter((type) => !chosenFor.includes(type));
  return (
    <>
      <Fact name={texts.fileTypes} isWide>
        <Chips values={chosenFor} />
      </Fact>
      {others.length > 0 && (
        <Fact name={texts.otherTypes} isWide>
          <Chips values={others} />
        </Fact>
      )}
      <Fact name={texts.isolation}>{texts.isolations[parser.isolation]}</Fact>
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
  /** Over the whole width, for lists. */
  readonly isWide?: boolean;
}

function Fact({ name, children, isWide = false }: FactProps) {
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
