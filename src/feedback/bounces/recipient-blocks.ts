import { readAddress } from '../../validation/written-address.ts';

const MAX_RECIPIENTS = 100;

const ADDRESS = String.raw`([\w.!#$%&'*+/=?^{|}~-]{1,64}@[\w.-]{1,190})`;

/** An address at the beginning of a line, perhaps after a code or a bullet: the following words are about it. */
export const AT_BEGINNING = new RegExp(
  [
    String.raw`^[\s|>]{0,40}(?:[245]\d\d[- ](?:[245]\.\d{1,3}\.\d{1,3} )?)?(?:[*•·-] )?`,
    String.raw`(?:(?:rfc822|smtp|to|recipient|address|e-?mail|user|for)(?: ?[:;] ?| ))?["'<(\[]{0,3}(?:mailto:)?`,
    String.raw`${ADDRESS}(?:["'>)\]]|$|[\s:;,.])`,
  ].join(''),
  'i',
);

/** An address that a sentence names as failed. */
export const NAMED = new RegExp(
  [
    String.raw`\b(?:to|for|recipients?(?:\(s\))?|address(?:\(?es\)?)?|user|mailbox|size|errors|deliver(?:ing)?|reach`,
    String.raw`an|para|a|destinataire|empf\S{1,6}nger)\b[\s:;]{0,4}["'<(\[]{0,3}(?:mailto:)?${ADDRESS}`,
  ].join('|'),
  'gi',
);

/** Sentences that name a contact. */
const CONTACT = /\b(?:contact|assistance|please (?:send|mail|e-?mail)|ask|administrator|help|support)\b/i;

/** A line about the undeliverable e-mail, not a reply of the server. */
const ABOUT_MAIL = /^\s{0,20}(?:from|subject|sent|date|cc|message-id|reply-to)\s{0,3}:/i;

/** The line in a transcript of an old sendmail where the next host begins. */
const NEXT_HOST = /^[245]\d\d \S{1,200} \(\w{1,20}\)\.\.\. /;

/** How many characters are read about each of this many recipients: some kilobytes in total, from any sender. */
export const allowance = (recipients: number): number => Math.min(4_000, Math.max(300, Math.ceil(16_000 / recipients)));

/** The words about one recipient. */
export interface Block {
  /** Normalised; undefined without an address. */
  address: string | undefined;
  lines: string[];
}

/** The words about each recipient, and the other lines. */
export interface Blocks {
  blocks: Block[];
  /** The lines that are about no recipient, or about all. */
  rest: string[];
}

/**
 * The lines about each recipient: from an address at the beginning of a line to the next one, or to an empty line after its
 * words. Several places about one address, such as a list and a transcript, are joined. If no line begins with an address, the
 * addresses named in sentences share all lines. `failed`: addresses in the header.
 */
export function readBlocks(lines: readonly string[], failed: string): Blocks {
  const blocks = new Map<string, Block>();
  const rest: string[] = [];
  let current: Block | undefined;
  for (const line of lines) {
    if (ABOUT_MAIL.test(line)) continue;
    const address = headAddress(line);
    if (address !== undefined && address !== current?.address) {
      if (!blocks.has(address) && blocks.size >= MAX_RECIPIENTS) break;
      current = blocks.get(address) ?? { address, lines: [] };
      blocks.set(address, current);
    } else if (NEXT_HOST.test(line) || (line === '' && current && hasWords(current))) {
      current = undefined;
    }
    (current?.lines ?? rest).push(line);
  }
  for (const address of addressesIn(failed)) {
    if (blocks.size < MAX_RECIPIENTS && !blocks.has(address)) blocks.set(address, { address, lines: [] });
  }
  return { blocks: blocks.size > 0 ? [...blocks.values()] : namedIn(lines), rest };
}

/** Whether there is more than the address itself. */
const hasWords = ({ lines }: Block): boolean =>
  lines.filter((line) => line !== '').length > 1 || /@[^\s@]{1,200}\s{1,20}\S/.test((lines[0] ?? '').slice(0, 500));

const headAddress = (line: string): string | undefined => {
  if (!line.includes('@') || CONTACT.test(line.slice(0, line.indexOf('@')))) return undefined;
  const [, address] = AT_BEGINNING.exec(line.slice(0, 400)) ?? [];
  return address === undefined ? undefined : tidied(address);
};

function namedIn(lines: readonly string[]): Block[] {
  const sentences = lines.filter((line) => line.includes('@') && !CONTACT.test(line) && !ABOUT_MAIL.test(line));
  const found = sentences.flatMap((line) => [...line.matchAll(NAMED)].flatMap(([, address]) => tidied(address!) ?? []));
  const addresses = [...new Set(found)].slice(0, MAX_RECIPIENTS);
  return addresses.length > 0
    ? addresses.map((address) => ({ address, lines: [] }))
    : [{ address: undefined, lines: [] }];
}

/** The addresses in a comma-separated list. */
const addressesIn = (list: string): string[] =>
  list.split(/[,\s]+/, MAX_RECIPIENTS).flatMap((one) => tidied(one.replace(/[<>]/g, '')) ?? []);

const tidied = (address: string): string | undefined => readAddress(address.replace(/^'|(?<!['.])['.]+$/g, ''));
