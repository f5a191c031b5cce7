import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { common as commonTexts } from "../strings/common.ts";
import { IconButton } from "./button.tsx";
import { notifyFailed } from "./toast.tsx";

const SHOWN_MS = 1_500;

/**
 * Button that copies a text. Browsers allow clipboard access only over TLS and on this machine; elsewhere the button
 * reports this.
 */
export function CopyButton({ text, label = commonTexts.copy }: { readonly text: string; readonly label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), SHOWN_MS);
    } catch (error) {
      notifyFailed(commonTexts.notCopied, error);
    }
  };
  return (
    <IconButton label={isCopied ? commonTexts.copied : label} onPress={() => void copy()}>
      {isCopied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
    </IconButton>
  );
}
