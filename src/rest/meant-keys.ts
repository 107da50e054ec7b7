import { nearMissOf, sharesWordsWith, squeezed } from '../near-miss.ts';

/**
 * Names of other products for our keys, without case and separators. The first one known to the operation matches.
 */
const MEANT: Record<string, readonly string[]> = {
  ...named('reference', 'order', 'orderid', 'ordernumber', 'orderno', 'ordername', 'transactionid', 'transaction'),
  ...named('reference', 'externalid', 'eventid', 'uniqueid', 'dedupkey', 'dedupeid', 'invoiceid', 'checkoutid'),
  ...{ refundid: ['refund_reference', 'reference'], refund: ['refund_reference', 'reference', 'value'] },
  ...{ id: ['reference'], idempotencykey: ['reference'], messageid: ['reference'] },
  ...named('value', 'amount', 'price', 'total', 'totalprice', 'ordertotal', 'revenue', 'ordervalue', 'sum', 'subtotal'),
  ...named('currency', 'currencycode', 'presentmentcurrency', 'isocurrency'),
  ...named(
    'occurred_at',
    'timestamp',
    'time',
    'date',
    'datetime',
    'at',
    'createdat',
    'created',
    'orderdate',
    'eventtime',
  ),
  ...named('occurred_at', 'processedat', 'happenedat', 'eventdate', 'placedat', 'purchasedat', 'paidat', 'orderedat'),
  ...named(
    'properties',
    'data',
    'metadata',
    'meta',
    'payload',
    'eventdata',
    'customproperties',
    'params',
    'eventparams',
  ),
  ...named('properties', 'property', 'props', 'eventproperties', 'attributes', 'custom', 'details', 'extra', 'args'),
  ...named('attributes', 'customfields', 'mergefields', 'fields', 'customattributes', 'attribs', 'mergevars', 'vars'),
  ...{ properties: ['attributes'], customdata: ['attributes', 'properties'], traits: ['attributes'] },
  ...{ name: ['first_name'], event: ['name', 'events'], eventname: ['name'], action: ['name'], metric: ['name'] },
  ...{ title: ['name', 'label'], label: ['name'], listname: ['name'], displayname: ['name', 'from_name'] },
  ...named('first_name', 'fname', 'givenname', 'forename', 'vorname', 'prenom', 'nombre'),
  ...named('last_name', 'lname', 'surname', 'familyname', 'nachname', 'apellido', 'apellidos', 'nom'),
  ...named('locale', 'language', 'lang', 'sprache', 'langue', 'idioma', 'locales'),
  ...named('timezone', 'tz', 'zone'),
  ...named('tags', 'labels', 'groups', 'segmentnames'),
  ...{ mail: ['email', 'recipient'], emailaddress: ['email', 'recipient'], address: ['email', 'recipient'] },
  ...{
    customer: ['email'],
    customeremail: ['email', 'recipient'],
    user: ['email'],
    person: ['email'],
    contact: ['email'],
  },
  ...{
    to: ['recipient', 'until'],
    toemail: ['recipient', 'to'],
    recipients: ['to'],
    recipientemail: ['recipient', 'to'],
  },
  ...{ from: ['from_email', 'since'], sender: ['from_email', 'from'], senderemail: ['from_email', 'from'] },
  ...{ fromaddress: ['from_email', 'from'], sendername: ['from_name'], replyto: ['from_email'] },
  ...{ doubleoptin: ['requires_confirmation', 'confirmed'], optin: ['requires_confirmation'] },
  ...{ doi: ['requires_confirmation', 'confirmed'], confirmation: ['requires_confirmation', 'confirmed'] },
  ...{ doubleopt: ['requires_confirmation'], confirmationrequired: ['requires_confirmation'] },
  ...named(
    'per_page',
    'limit',
    'size',
    'pagesize',
    'perpage',
    'count',
    'first',
    'take',
    'max',
    'maxresults',
    'pagelimit',
  ),
  ...named('page', 'offset', 'cursor', 'after', 'pagenumber', 'pageno', 'skip', 'start', 'pageindex'),
  ...{ q: ['search', 'email', 'name'], query: ['search', 'email', 'name'], term: ['search'], keyword: ['search'] },
  ...{ state: ['status'], templatename: ['template'], templateid: ['template'], emailtemplate: ['template'] },
  ...{
    rules: ['conditions'],
    filter: ['conditions', 'status', 'name'],
    filters: ['conditions'],
    criteria: ['conditions'],
  },
  ...{ slug: ['key'], fieldtype: ['type'], datatype: ['type'], fieldname: ['label', 'key'], fieldkey: ['key'] },
  ...{ scheduledat: ['send_at'], deliverat: ['send_at'], sendtime: ['send_at'], scheduledfor: ['send_at'] },
  ...{ sendat: ['scheduled_at'], subscribers: ['rows'], contacts: ['subscribers'], members: ['subscribers'] },
  ...{ people: ['subscribers'], emails: ['subscribers', 'email'], profiles: ['subscribers'], users: ['subscribers'] },
  ...{ updateexisting: ['resubscribe'], reactivate: ['resubscribe'], resub: ['resubscribe'], why: ['reason'] },
};

function named(key: string, ...names: string[]): Record<string, readonly string[]> {
  return Object.fromEntries(names.map((name) => [name, [key]]));
}

/** Finds the known key that an unknown key probably means. */
export function meantBy(key: string, known: readonly string[]): string | undefined {
  const plain = squeezed(key);
  const meant = Object.hasOwn(MEANT, plain) ? MEANT[plain]?.find((name) => known.includes(name)) : undefined;
  return meant ?? nearMissOf(key, known) ?? sharesWordsWith(key, known);
}
