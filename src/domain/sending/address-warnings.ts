import type { Missing } from '../content/rendering/missing-values.ts';

const MOST = 20;
const SHOWN_CHARACTERS = 200;

/** Links of a subscriber, and their purpose. */
const OF_SUBSCRIBER: Readonly<Record<string, string>> = {
  unsubscribe_url: 'The unsubscribe link',
  preferences_url: 'The preferences link',
  confirmation_url: 'The confirmation link',
};

/**
 * Warns of each address that lacks a variable. `isAlone`: the message goes to one person. Quotes the address as in the
 * source, so that no personal data is stored.
 */
export function addressWarnings(missing: readonly Missing[], isAlone: boolean): string[] {
  const warnings = missing.flatMap(({ name, address }) => {
    if (address === undefined) return [];
    const link = OF_SUBSCRIBER[name];
    if (link) return [`${link} leads nowhere, because ${isAlone ? ON_NO_LIST : SEVERAL}.`];
    return [
      isWhole(address)
        ? `The variable ${name} has no value, so the address of a link or an image is empty.`
        : `The variable ${name} has no value, so an address is incomplete: ${shorten(address)}`,
    ];
  });
  return [...new Set(warnings)].slice(0, MOST);
}

const ON_NO_LIST = 'the recipient is not on a list';
const SEVERAL = 'the e-mail has several recipients';

/** Whether an address consists of Liquid only. */
const isWhole = (address: string): boolean => /^\{\{(?:(?!\}\})[\s\S])*\}\}$/.test(address);

const shorten = (address: string): string =>
  address.length > SHOWN_CHARACTERS ? `${address.slice(0, SHOWN_CHARACTERS - 1)}…` : address;
