import { oneLine, optionalText, record } from '../../validation/text.ts';

/** In the order in which links show them. */
const PARTS = ['source', 'medium', 'campaign', 'term', 'content'] as const;

const part = () => optionalText(oneLine(255));

/** The UTM parameters of a campaign. Plain text, the same in every message. */
export const utmRule = () =>
  record({ source: part(), medium: part(), campaign: part(), term: part(), content: part() }).transform((utm) => {
    const given = Object.entries(utm).filter(([, value]) => value != null);
    return given.length > 0 ? Object.fromEntries(given) : null;
  });

export type Utm = Partial<Record<(typeof PARTS)[number], string>>;

/** Adds the parameters to a web address. */
export type AddUtm = (address: string) => string;

/**
 * Creates the function that adds a campaign's parameters to an address, after its query and before its fragment. Existing
 * parameters keep their values. Undefined if there is nothing to add.
 */
export function utmAdder(utm: unknown): AddUtm | undefined {
  const given = (utm ?? {}) as Utm;
  const parameters = PARTS.filter((name) => given[name] !== undefined).map((name) => ({
    known: new RegExp(`[?&]utm_${name}(?:[=&]|$)`, 'i'),
    written: `utm_${name}=${encodeURIComponent(given[name] as string)}`,
  }));
  if (parameters.length === 0) return undefined;
  const all = parameters.map(({ written }) => written).join('&');
  return (address) => {
    const hash = address.indexOf('#');
    const [before, fragment] = hash < 0 ? [address, ''] : [address.slice(0, hash), address.slice(hash)];
    const question = before.indexOf('?');
    if (question < 0) return `${before}?${all}${fragment}`;
    const query = before.slice(question);
    const missing = /utm_/i.test(query)
      ? parameters.flatMap(({ known, written }) => (known.test(query) ? [] : [written])).join('&')
      : all;
    if (missing === '') return address;
    const joint = /[?&]$/.test(query) ? '' : '&';
    return `${before}${joint}${missing}${fragment}`;
  };
}
