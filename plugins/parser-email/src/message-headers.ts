import { cleanLine, type ParsedDocumentInfo } from "@quarry/plugin";
import type { Address, Email, Mailbox } from "postal-mime";

/** Maximum recipients that are read as text: longer lists are of no use for search. */
const MAX_RECIPIENTS = 50;

/** Returns document info from an email's headers, for filters: addresses in lower case, the date as ISO 8601 UTC. */
export function messageInfo(mail: Email): ParsedDocumentInfo {
  const subject = cleanLine(mail.subject ?? "");
  const [sender] = mailboxesOf(mail.from === undefined ? [] : [mail.from]);
  const author = sender === undefined ? "" : cleanLine(sender.name || sender.address);
  const date = isoDate(mail.date);
  const messageId = cleanLine(mail.messageId ?? "");
  const fields: Record<string, string | readonly string[]> = {
    ...(sender?.address && { from: sender.address.toLowerCase() }),
    ...addressesOf("to", mail.to),
    ...addressesOf("cc", mail.cc),
    ...(subject && { subject }),
    ...(date && { date }),
    ...(messageId && { message_id: messageId }),
  };
  return {
    ...(subject && { title: subject }),
    ...(author && { author }),
    ...(date && { createdAt: date }),
    ...(Object.keys(fields).length > 0 && { fields }),
  };
}

/** Returns the headers that readers see, one per line, or "" without any. */
export function headerLines(mail: Email): string {
  const lines = [
    ["From", named(mail.from === undefined ? [] : [mail.from])],
    ["To", named(mail.to ?? [])],
    ["Cc", named(mail.cc ?? [])],
    ["Date", cleanLine(mail.headers.find(({ key }) => key === "date")?.value ?? "")],
  ] as const;
  return lines.flatMap(([name, text]) => (text === "" ? [] : [`${name}: ${text}`])).join("\n");
}

const named = (addresses: readonly Address[]): string =>
  mailboxesOf(addresses)
    .slice(0, MAX_RECIPIENTS)
    .map(({ name, address }) => cleanLine(name && address ? `${name} <${address}>` : name || address))
    .filter((text) => text !== "")
    .join(", ");

const addressesOf = (name: string, addresses: readonly Address[] | undefined): Record<string, readonly string[]> => {
  const all = mailboxesOf(addresses ?? []).map(({ address }) => address.toLowerCase());
  const known = [...new Set(all.filter((address) => address !== ""))].slice(0, MAX_RECIPIENTS);
  return known.length === 0 ? {} : { [name]: known };
};

/** Expands groups to their members. */
const mailboxesOf = (addresses: readonly Address[]): readonly Mailbox[] =>
  addresses.flatMap((address) => (address.group === undefined ? [address] : address.group));

const isoDate = (text: string | undefined): string => {
  const time = Date.parse(text ?? "");
  const iso = Number.isNaN(time) ? "" : new Date(time).toISOString();
  return /^\d{4}-/.test(iso) ? iso : "";
};
