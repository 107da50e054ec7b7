import { readAddress } from '../../validation/written-address.ts';

const MAX_RECIPIENTS = 100;

const ADDRESS = String.raw`([\w.!#$%&'*+/=?^{|}~-]{1,64}@[\w.-]{1,190})`;

/** An address at the beginning of a line, perhaps behind a code or a bullet: the words that follow are about it. */
export const AT_BEGINNING = new RegExp(
  [
    String.raw`^[\s|>]{0,40}(?:[245]\d\d[- ](?:[245]\.\d{1,3}\.\d{1,3} )?)?(?:[*•·-] )?`,
    String.raw`(?:(?:rfc822|smtp|to|recipient|address|e-?mail|user|for)(?: ?[:;] ?| ))?["'<(\[]{0,3}(?:mailto:)?`,
    String.raw`${ADDRESS}(?:["'>)\]]|$|[\s:;,.])`,
  ].join(''),
  'i',
);

/** An address that a sentence names as the one that failed. */
export const NAMED = new RegExp(
  [
    String.raw`\b(?:to|for|recipients?(?:\(s\))?|address(?:\(?es\)?)?|user|mailbox|size|errors|deliver(?:ing)?|reach`,
    String.raw`an|para|a|destinataire|empf\S{1,6}nger)\b[\s:;]{0,4}["'<(\[]{0,3}(?:mailto:)?${ADDRESS}`,
  ].join('|'),
  'gi',
);

/** Sentences that name whom to ask. */
const CONTACT = /\b(?:contact|assistance|please (?:send|mail|e-?mail)|ask|administrator|help|support)\b/i;

/** Said of the mail that could not be delivered, and not by the server that refused it. */
const ABOUT_MAIL = /^\s{0,20}(?:from|subject|sent|date|cc|message-id|reply-to)\s{0,3}:/i;

/** Where a transcript of an old sendmail goes on with another host. */
const NEXT_HOST = /^[245]\d\d \S{1,200} \(\w{1,20}\)\.\.\. /;

/** How much is read of the words about each of so many recipients: some kilobytes in all, whoever wrote them. */
export const allowance = (recipients: number): number => Math.min(4_000, Math.max(300, Math.ceil(16_000 / recipients)));

/** What a notification says of one recipient. */
export interface Block {
  /** Normalised; undefined where no address is named. */
  address: string | undefined;
  lines: string[];
}

/** What a notification says of each recipient, and besides. */
export interface Blocks {
  blocks: Block[];
  /** The lines that are about no recipient, or about all. */
  rest: string[];
}

/**
 * The lines about each recipient: those from an address at the beginning of a line up to the next, or up to an empty line
 * behind its words. Several places about one address, such as a list and a transcript, are joined. Where no line begins
 * with one, the addresses that sentences name share all lines. `failed`: addresses that the header names.
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

/** Whether more than the address itself has been said. */
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

/** The addresses in a list that is separated by commas. */
const addressesIn = (list: string): string[] =>
  list.split(/[,\s]+/, MAX_RECIPIENTS).flatMap((one) => tidied(one.replace(/[<>]/g, '')) ?? []);

const tidied = (address: string): string | undefined => readAddress(address.replace(/^'|(?<!['.])['.]+$/g, ''));
