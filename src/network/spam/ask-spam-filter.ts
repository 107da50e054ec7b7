import { askRspamd } from './rspamd.ts';
import type { SpamScore } from './spam-score.ts';
import { askSpamd } from './spamd.ts';

/** How the address of a spam filter begins: rspamd speaks HTTP, SpamAssassin's spamd its own protocol. */
export const SPAM_FILTER_URL = /^(?:https?|spamd):\/\/\S+$/;

/** Asks the operator's spam filter about a whole message. Throws SpamFilterError. */
export const askSpamFilter = (address: string, message: Buffer): Promise<SpamScore> => {
  const url = new URL(address);
  return url.protocol === 'spamd:' ? askSpamd(url, message) : askRspamd(url, message);
};
