import { nearMissOf, squeezed } from '../near-miss.ts';

/** Parts of keys that may say whether a person agreed to be written to, without case, accents and separators. */
const PARTS = [
  ...['unsub', 'subscri(?!ber(id|key|uuid|hash|number|since)?$|ptionid$|b(ed|ers)count$)', 'optin', 'optout', '^opted'],
  ...['opted(in|out)', 'doubleopt', '^doi$', '^dnc|dnc$', 'marketing', 'newsletter', 'mailinglist', 'consent'],
  ...[
    'permission(?!s?id)',
    'gdpr',
    'dsgvo',
    'rgpd',
    'lgpd',
    'bounc',
    'complain',
    'block(ed|list)',
    'blacklist',
    'denylist',
  ],
  ...[
    'suppress',
    'quarantin',
    'undeliverable',
    'donot',
    'dont(e?mail|contact|send|write|disturb)',
    'unreg',
    'withdr[ae]w',
  ],
  ...[
    'no(e?mail|contact|market|news|promo)',
    'e?mail(is)?(dis|en)abled',
    'disablede?mail',
    'okto',
    '(e?mail|contact)(ok|me)$',
  ],
  ...[
    '(can|may|allows?|wants?|receives?|gets?|sends?)(be)?(e?mail|contact|newsletter|promo|news|messages|mailings|ads)',
  ],
  ...['(e?mail|contact|communication|privacy|channel)s?(preference|allowed|permitted|able$|opt|notif|updates)'],
  ...['(global|e?mail|member|subscriber|contact|list|mailing|user|person|send|reader|lead)s?(status|state)$'],
  // German
  ...[
    '(ab|an)gemeldet',
    'abmeld',
    'abonn',
    'einwillig',
    'zustimm',
    'einverst',
    'werb(ung|e|lich)',
    'gesperrt',
    'sperre',
  ],
  ...['widerruf', 'widerspr', '(aus|ein)getragen', 'austrag', 'keine(e?mail|post|info)', 'blockiert'],
  // French, Spanish, Portuguese, Italian
  ...[
    'inscri',
    'accord',
    'opposition',
    'nepas',
    'publicit',
    'prospection',
    'desabo',
    'bloqu',
    'suscri',
    '(^|de|la)baja$',
  ],
  ...[
    'acept',
    'aceit',
    'rechaz',
    'rebota',
    'publicidad',
    'noenviar',
    'permiso',
    'cancelad',
    'descadastr',
    'iscri(tt|zion)',
  ],
  ...['consens', 'accett', 'rifiut', 'disdett', 'rimbalz', 'bloccat'],
  // Dutch, Polish, Danish, Swedish, Czech
  ...['schreven', '(af|aan)gemeld', 'toestemm', 'nieuwsbrief', 'geblokkeerd', 'wypisan', 'zapisan', 'zgod', 'subskry'],
  ...['tilmeld', 'afmeld', 'samtyk', 'prenumer', 'souhlas', 'odhlas'],
  // Russian, Japanese, Chinese
  ...['отпис', 'подпис', 'рассыл', 'соглас', '配信', '購読', '同意', '退订', '订阅', '退訂', '訂閱'],
].join('|');

/** What says so of a person or a list, and something else of an order: `confirmed`. */
const PARTS_OF_PEOPLE = [
  ...[
    'confirm',
    'spam',
    'accept(?!language|encoding)',
    'agree',
    'declin',
    'refus',
    'reject',
    'revok',
    'forget',
    'forgotten',
  ],
  ...['erased', 'removed', '^deleted', 'promo(tion)?(al)?(s$|$|e?mail)'],
].join('|');

/** The same as whole keys. */
const NAMES_OF_PEOPLE = [
  ...['dne', 'soi', 'opt', 'status', 'statut', 'active', 'isactive', 'inactive', 'isinactive', 'enabled', 'isenabled'],
  ...['disabled', 'isdisabled', 'banned', 'cleaned', 'iscleaned', 'cleanedat', 'muted', 'paused', 'snoozed', 'leftat'],
  ...[
    'leftreason',
    'unjoined',
    'preferences',
    'sendable',
    'verified',
    'aktiv',
    'inaktiv',
    'actif',
    'inactif',
    'activo',
  ],
  ...['attivo', 'ativo', 'offers'],
].join('|');

const OF_ALL = new RegExp(PARTS, 'u');
const OF_PEOPLE = new RegExp(`${PARTS_OF_PEOPLE}|^(${NAMES_OF_PEOPLE})$`, 'u');

/** Words that are often misspelt. */
const WORDS = [
  ...[
    'subscribed',
    'unsubscribed',
    'subscription',
    'blocklisted',
    'blacklisted',
    'suppressed',
    'bounced',
    'complained',
  ],
  ...['accepts_marketing', 'newsletter', 'consent', 'opted_in', 'opted_out'],
];

/** Whether a key may say that a person agreed to be written to, or did not. `ofEvent`: it is a key of an event. */
export function maySpeakOfConsent(key: string, ofEvent = false): boolean {
  const plain = squeezed(key.slice(0, 100));
  return OF_ALL.test(plain) || (!ofEvent && (OF_PEOPLE.test(plain) || isMisspelt(plain)));
}

function isMisspelt(key: string): boolean {
  if (key.includes('subscri')) return false; // `subscriber_id` is spelt well
  const word = nearMissOf(key, WORDS);
  return word !== undefined && (word.length > 8 || nearMissOf(key, [word], 1) !== undefined);
}

const ANSWER = new RegExp(
  `^(${[
    ...['unsubscribed?', 'unsub', 'subscribed', 'nonsubscribed', 'notsubscribed', 'neversubscribed', 'optedin'],
    ...['optedout', 'optin', 'optout', '(hard|soft)?bounced?', 'complained', 'cleaned', 'blocklisted', 'blacklisted'],
    ...[
      '(user)?suppressed',
      'unconfirmed',
      'unactivated',
      'dnc',
      'donotcontact',
      'donotemail',
      'abgemeldet',
      'gesperrt',
    ],
    ...['desinscrit', 'desabonne', 'nosuscrito', 'debaja', 'disiscritto', 'descadastrado'],
  ].join('|')})$`,
);

/** Whether a value is an answer to whether a person agreed, whatever its key: `unsubscribed`. */
export const isAnswerAboutConsent = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 30 && PERHAPS.test(value) && ANSWER.test(squeezed(value));

/** Most values hold none of this. */
const PERHAPS = /sub|opt|boun|compl|clean|list|supp|conf|activ|dnc|not|meld|sperr|abon|insc|susc|baja|iscr|cadas/i;

/** Our keys that may be meant by one that speaks of consent, the best one first. */
export function consentKeysFor(key: string): readonly string[] {
  const plain = squeezed(key);
  if (/doubleopt|^doi$|confirm|verif/.test(plain)) return ['requires_confirmation', 'confirmed', 'status'];
  if (/(at|on|date|time|timestamp)$/.test(plain)) {
    const hasLeft = /un|out|left|bounc|compl|abgem|austr|baja/.test(plain);
    return [hasLeft ? 'unsubscribed_at' : 'subscribed_at', 'status'];
  }
  return ['status', 'requires_confirmation', 'confirmed', 'resubscribe'];
}
