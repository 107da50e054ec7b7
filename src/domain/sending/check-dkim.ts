import type { Dns } from '../../network/dns.ts';
import { tagOf } from './dmarc-record.ts';
import type { Finding } from './finding.ts';

/** Checks whether a key's record is valid (RFC 6376, 3.6.1). Rejects if no server answers. */
export async function checkDkim(dns: Dns, record: Finding): Promise<Finding> {
  const published = await dns.texts(record.name);
  const own = published.find((text) => tagOf(text, 'p')?.replace(/\s/g, '') === tagOf(record.value, 'p'));
  if (own === undefined) return { ...record, state: published.length > 0 ? 'different' : 'missing', published };
  const refusal = refusalOf(own);
  if (refusal) return { ...record, state: 'different', published, advice: [refusal] };
  return { ...record, state: 'ok', published, advice: [...several(published), ...testing(own)] };
}

/** Why receivers reject our signatures although the record has the right key. */
function refusalOf(text: string): string | undefined {
  const allows = (tag: string, ...values: string[]) => {
    const allowed = tagOf(text, tag)?.toLowerCase();
    return !allowed || allowed.split(':').some((one) => values.includes(one.trim()));
  };
  if (!allows('v', 'dkim1')) return 'The record must begin with v=DKIM1.';
  if (!allows('k', 'rsa')) return 'The record has another key type in k=. Write k=rsa.';
  if (!allows('h', 'sha256')) return 'The record does not allow SHA-256 in h=. Remove h=.';
  if (!allows('s', '*', 'email')) return "The record's s= excludes e-mail. Remove s=.";
  return undefined;
}

const several = ({ length }: readonly string[]): string[] =>
  length > 1 ? [`There are ${length} records with this name, and receivers may read any of them. Keep one.`] : [];

const testing = (text: string): string[] =>
  tagOf(text, 't')
    ?.toLowerCase()
    .split(':')
    .some((flag) => flag.trim() === 'y')
    ? ['The record has t=y, for testing, so receivers may ignore signatures. Remove t=y.']
    : [];
