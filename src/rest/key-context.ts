import { nameOf } from '../consent-words.ts';
import { maySpeakOfConsent } from './consent-keys.ts';

const ORDER =
  /(^|_)(orders?|payments?|payers?|transactions?|checkouts?|carts?|invoices?|fulfil?lments?|shipments?|shipping|refunds?|items|products?|tickets?|bookings?|deals?)(_|$)/;
const PERSON =
  /(^|_)(customers?|contacts?|subscribers?|persons?|users?|members?|buyers?|clients?|profiles?|recipients?)(_|$)/;

/**
 * Whether an object under this key is about an order or a payment, so its `status` is not the person's. `above`: the
 * object is inside one.
 */
export function isOfOrder(key: string, above: boolean): boolean {
  const name = nameOf(key);
  return ORDER.test(name) || (above && !PERSON.test(name));
}

const NAME = /^(name|key|field|label|id|code|attribute|property|slug)$/i;
const VALUE = /^((\w*_)?values?|val|data|content|answer|checked|selected|enabled|on|text|bool(ean)?|is\w*)$/i;

/** The key in a name-value pair, if it is about consent: `{"name": "Newsletter", "value": "no"}`. */
export function keyOfPair(object: object): string | undefined {
  const keys = Object.keys(object);
  if (keys.length > 20 || !keys.some((key) => VALUE.test(key))) return undefined;
  return keys.find((key) => {
    const text = (object as Record<string, unknown>)[key];
    return NAME.test(key) && typeof text === 'string' && text.length <= 60 && maySpeakOfConsent(text);
  });
}

const CHANNELS = /(^|_)(notifications?|channels?|communications?|alerts|mailings|contact_by|reach_by|via)(_|$)/;
const CHANNEL = /^(e_?mails?|mail|newsletters?|marketing|news)$/;

/** Whether a key is the e-mail channel among others: `{"notifications": {"email": false}}`. */
export const answersForChannel = (above: string, key: string, value: unknown): boolean =>
  (typeof value !== 'string' || !value.includes('@')) && CHANNEL.test(nameOf(key)) && CHANNELS.test(nameOf(above));
