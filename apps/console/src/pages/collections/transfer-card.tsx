import { Download } from "lucide-react";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import styles from "./collections.module.css";

const texts = collectionsTexts.settings.transfer;

/** Export of the whole collection as a file. */
export function TransferCard({ name }: { readonly name: string }) {
  return (
    <Card title={texts.title}>
      <div className={styles.column}>
        <p className={styles.muted}>{texts.text}</p>
        <LinkButton href={`/api/v1/collections/${name}/export`} isDownload icon={<Download aria-hidden />}>
          {texts.download}
        </LinkButton>
      </div>
    </Card>
  );
}
