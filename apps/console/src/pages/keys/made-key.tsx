import { useEffect, useRef } from "react";
import { keys as keysTexts } from "../../strings/keys.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "./keys.module.css";
import type { AccessKey } from "./use-keys.ts";

const texts = keysTexts.made;

/** Shows a newly created key, with an example of a first call. */
export function MadeKey({ accessKey }: { readonly accessKey: AccessKey }) {
  const { name, key, collections, signing } = accessKey;
  const shown = useRef<HTMLDivElement>(null);
  // Restores the focus: the focused element disappeared with the form.
  useEffect(() => shown.current?.querySelector("pre")?.focus(), []);
  return (
    <div ref={shown} className={styles.shown}>
      {key === undefined ? (
        <Notice>{texts.publicOnly}</Notice>
      ) : (
        <>
          <Notice tone="warn">{texts.once}</Notice>
          <h3 className={styles.heading}>{texts.key}</h3>
          <CodeBlock code={key} label={texts.key} />
        </>
      )}
      {signing === undefined ? (
        <>
          <h3 className={styles.heading}>{texts.try}</h3>
          <p className={styles.faint}>{texts.tryHint}</p>
          <CodeBlock code={firstCall(key ?? "", collections)} label={texts.try} />
        </>
      ) : (
        <>
          <h3 className={styles.heading}>{texts.signing}</h3>
          <p>{texts.signingText(name)}</p>
        </>
      )}
    </div>
  );
}

/** Example call that any key may make. */
const firstCall = (key: string, collections: readonly string[] | null): string => {
  const [first] = collections ?? [];
  const path = collections?.length === 1 ? `/v1/collections/${first}` : "/v1/collections";
  return `curl ${globalThis.location.origin}${path} \\\n  -H "Authorization: Bearer ${key}"`;
};
