import { oneLine, optionalText, record } from '../../validation/text.ts';

/** In the order in which links show them. */
const PARTS = ['source', 'medium', 'campaign', 'term', 'content'] as const;

const part = () => optionalText(oneLine(255));

/** What is added to the links of a campaign. Plain text: it is the same in every message. */
export const utmRule = () =>
  record({ source: part(), medium: part(), campaign: part(), term: part(), content: part() }).transform((utm) => {
    const given = Object.entries(utm).filter(([, value]) => value != null);
    return given.length > 0 ? Object.fromEntries(given) : null;
  });

export type Utm = Partial<Record<(typeof PARTS)[number], string>>;

/** Adds the parameters to an address of the web. */
export type AddUtm = (address: string) => string;

/**
 * Makes the function that adds the parameters of a campaign to an address: behind its query, before its fragment. A
 * parameter that the address has already keeps its value. Undefined when there is nothing to add.
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
