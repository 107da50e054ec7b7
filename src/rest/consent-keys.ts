import { squeezed } from './key-likeness.ts';

/** Parts of keys that may say whether a person agreed to be written to, without case, accents and separators. */
const PARTS = [
  ...[
    'unsub',
    'subscri(?!ber(id|key|uuid|hash|number|since)?$|ptionid$|b(ed|ers)count$)',
    'optin',
    'optout',
    '^opted',
    'opted(in|out)',
    'doubleopt',
  ],
  ...['marketing', 'newsletter', 'mailinglist', 'consent', 'confirm', 'permission', 'gdpr', 'dsgvo', 'rgpd', 'lgpd'],
  ...['bounc', 'complain', 'spam', 'block(ed|list)', 'blacklist', 'denylist', 'suppress', 'quarantin', 'undeliverable'],
  ...[
    'donot',
    'dont(e?mail|contact|send|write|disturb)',
    'no(e?mail|contact|market|news|promo)',
    'unreg',
    'withdr[ae]w',
  ],
  ...['accept', 'agree', 'declin', 'refus', 'reject', 'revok', 'forget', 'forgotten', 'erased', 'removed', '^deleted'],
  ...[
    'e?mail(is)?(dis|en)abled',
    'disablede?mail',
    'okto',
    '(e?mail|contact)(ok|me)$',
    'promo(tion)?(al)?(s$|$|e?mail)',
  ],
  ...[
    '(can|may|allows?|wants?|receives?|gets?|sends?)(be)?(e?mail|contact|newsletter|promo|news|messages|mailings|ads)',
  ],
  ...['(e?mail|contact|communication|privacy|channel)s?(preference|allowed|permitted|able$|opt|notif|updates)'],
  ...['(global|e?mail|member|subscriber|contact|list|mailing|user|person|delivery|send|reader|lead)s?(status|state)$'],
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

/** Whole keys that may say so. */
const NAMES = [
  ...['dnc', 'dne', 'doi', 'soi', 'opt', 'status', 'statut', 'active', 'isactive', 'inactive', 'isinactive', 'enabled'],
  ...[
    'isenabled',
    'disabled',
    'isdisabled',
    'banned',
    'cleaned',
    'iscleaned',
    'cleanedat',
    'muted',
    'paused',
    'snoozed',
  ],
  ...[
    'leftat',
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

const KEY = new RegExp(`${PARTS}|^(${NAMES})$|^dnc|dnc$`, 'u');

/** Whether a key may say that a person agreed to be written to, or did not. */
export const maySpeakOfConsent = (key: string): boolean => KEY.test(squeezed(key.slice(0, 100)));

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
  typeof value === 'string' && value.length <= 30 && ANSWER.test(squeezed(value));

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
