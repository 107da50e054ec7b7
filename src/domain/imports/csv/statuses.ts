import { beginsWithLeaving, LEAVING_WORDS } from '../../../consent-words.ts';
import type { Issue } from '../../../errors.ts';
import { storable } from '../../../validation/text.ts';
import { wordOf } from '../../../validation/word-of.ts';
import type { SUBSCRIBER_STATUSES } from '../../audience/subscribers.ts';

export type Status = (typeof SUBSCRIBER_STATUSES)[number];

/** The meaning of a word for a person: a status, or that they never agreed. */
export type Meaning = Status | 'never';

/**
 * The words of the products in docs/imports.md and of their users' languages, in the form of `wordOf`. People who are
 * blocked there count as unsubscribed. Ambiguous words are left out, so that the caller is asked.
 */
const WORDS: Record<Meaning, string> = {
  subscribed: `subscribed subscriber active enabled confirmed normal opted_in opt_in optin explicit express granted accepted agreed
    angemeldet abonniert bestatigt aktiv eingewilligt inscrit inscrite abonne abonnee actif suscrito suscrita activo iscritto iscritta
    attivo inscrito inscrita ativo ingeschreven aangemeld actief zapisany zapisana aktywny 購読中 配信中 подписан`,
  unconfirmed: `unconfirmed pending unactivated not_activated not_confirmed awaiting_confirmation awaiting_opt_in awaiting_optin
    waiting_for_confirmation pending_confirmation unbestatigt nicht_bestatigt ausstehend non_confirme en_attente pendiente sin_confirmar
    non_confermato in_attesa nao_confirmado pendente niet_bevestigd niepotwierdzony oczekujacy 未確認 仮登録`,
  unsubscribed: `unsubscribed unsubscribe unsub opted_out opt_out optout disabled suppressed blocklisted blacklisted blocked banned
    unsubscribed_by_admin unsubscribed_by_user user_unsubscribed user_suppressed manually_unsubscribed manually_suppressed
    do_not_contact donotcontact do_not_email do_not_mail dnc removed cancelled canceled declined denied refused rejected withdrawn
    revoked excluded abgemeldet ausgetragen gesperrt widerrufen abbestellt desabonne desabonnee desinscrit desinscrite dado_de_baja
    baja desuscrito desuscrita disiscritto disiscritta cancellato descadastrado descadastrada cancelado uitgeschreven afgemeld
    wypisany wypisana 配信停止 購読解除 退会 отписан отписался`,
  bounced: `bounced cleaned hard_bounced hard_bounce bounced_hard bounce invalid undeliverable unreachable invalid_email
    unzustellbar rebotado`,
  complained: `complained complaint complainer junk spam marked_as_spam spam_complaint spam_complaints reported_spam abuse
    abuse_complaint`,
  never: `never_subscribed never not_subscribed non_subscribed nonsubscribed no_consent not_opted_in no_opt_in transactional inactive
    deleted archived on_hold temporary_hold temp_hold invitable quarantined validating needs_attention non_inscrit no_suscrito
    non_iscritto nao_inscrito niet_ingeschreven nicht_abonniert nicht_angemeldet`,
};

const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ...LEAVING_WORDS,
  ...Object.entries(WORDS).flatMap(([meaning, words]) =>
    words.split(/\s+/).map((word): [string, Meaning] => [wordOf(word), meaning as Meaning]),
  ),
]);

/** `unsubscribed (manually)` has the meaning of its first word. */
const meaningOfWord = (word: string): Meaning | undefined =>
  MEANINGS.get(word) ?? (beginsWithLeaving(word) ? 'unsubscribed' : undefined);

/** The lookup form of a cell: a number keeps its sign. */
export const statusWordOf = (cell: string): string => (/^-\d+$/.test(cell.trim()) ? cell.trim() : wordOf(cell));

/** Returns a reader for a column of words; undefined for unknown words. `given` are the caller's words. */
export function statusReader(
  given: Readonly<Record<string, Status>>,
  ofProduct: Readonly<Record<string, Meaning>> = {},
): (cell: string) => Meaning | undefined {
  const own = new Map(Object.entries(given).map(([word, status]) => [statusWordOf(word), status]));
  return (cell) => {
    const word = statusWordOf(cell);
    return own.get(word) ?? (Object.hasOwn(ofProduct, word) ? ofProduct[word] : meaningOfWord(word));
  };
}

/** The meaning of other products' words, without the caller's. */
export const knownMeaning = (cell: string): Meaning | undefined => meaningOfWord(statusWordOf(cell));

/**
 * Whether the reason for leaving is a complaint: `ABUSE: marked as spam`, `SpamComplaint`. A reason is free text, so one
 * such word is enough: mistaking `not spam` for a complaint does less harm than missing one.
 */
export function isComplaint(reason: string): boolean {
  const word = wordOf(reason.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  return MEANINGS.get(word) === 'complained' || COMPLAINT.test(word);
}

const COMPLAINT = /(^|_)(abuse|spam|complaints?|complained)(_|$)/;

/** The caller's words that contradict a known meaning of leaving, so that nobody who left is subscribed by mistake. */
export const contradicted = (given: Readonly<Record<string, Status>>): string[] =>
  Object.entries(given).flatMap(([word, status]) => {
    const known = knownMeaning(word);
    const hasLeft = known === 'unsubscribed' || known === 'bounced' || known === 'complained';
    return hasLeft && (status === 'subscribed' || status === 'unconfirmed') ? [word] : [];
  });

/** From best to worst for a person's subscription. */
const WORSE: readonly Meaning[] = ['subscribed', 'unconfirmed', 'never', 'unsubscribed', 'bounced', 'complained'];

/** The worse of two meanings from several columns. */
export const worse = (one: Meaning | undefined, other: Meaning): Meaning =>
  one && WORSE.indexOf(one) > WORSE.indexOf(other) ? one : other;

const LONGEST = 50;

/** Why a row with an unknown status fails. */
export const unknownStatus = (cell: string): string =>
  `${UNKNOWN} "${storable(cell.trim().slice(0, LONGEST))}". Map it in statuses.`;

export const isUnknownStatus = (problem: string): boolean => problem.startsWith(UNKNOWN);

const UNKNOWN = 'has the unknown value';

/** Why a row is skipped if its person is not subscribed at the source. */
export function refusalFor(meaning: Meaning, requiresConfirmation: boolean, keepEnded: boolean): string | undefined {
  if (meaning === 'subscribed') return undefined;
  if (meaning === 'never') return NEVER;
  if (meaning === 'unconfirmed') return requiresConfirmation ? undefined : UNCONFIRMED;
  if (keepEnded) return undefined;
  return `${LEFT}${meaning}. Only subscribed people can be imported, unless import_unsubscribed is true.`;
}

const NEVER = 'According to their status, the person never subscribed.';
const UNCONFIRMED = "The person's status is unconfirmed, and the list does not use double opt-in.";
const LEFT = "The person's status is ";
const NO_YES = 'The person did not opt in: ';

/** Why a row is skipped if no opt-in column says yes. */
export const didNotOptIn = (column: string): string => `${NO_YES}the column "${column}" is empty.`;

/** Why a row is skipped if an earlier row of the file says that the person left or declined. */
export const LEFT_BEFORE = 'An earlier row of the file says that the person unsubscribed or declined.';

/** Whether a row was skipped because its person left or never agreed according to the file. Such a row is not faulty. */
export const isSkip = ({ problem }: Issue): boolean =>
  problem === NEVER || problem === LEFT_BEFORE || problem.startsWith(LEFT) || problem.startsWith(NO_YES);
