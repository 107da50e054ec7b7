import { plainNames, wordOf } from './word-of.ts';

/**
 * Parts of names of columns that may say who left, never opted in, or must not receive e-mails, as `wordOf` writes them. A column
 * too many costs a question; one too few costs people e-mails that they declined.
 */
const PARTS = `accept accett acept aceit marketing subscri suscri abonn inscri iscri inschr uitschr opted opt_?in opt_?out dnc do_?not
  no_?e?_?mail disabled disallow black_?list block_?list blocked newsletter nieuwsbrief boletin infolettre werb einwillig zustimm
  widerruf widerspr abgemeldet abmeld angemeldet sperr consen zgod toestemming afgemeld wypis samtyck samtykk gdpr dsgvo rgpd
  permission permiso permess unsub bounc complain beschwer spam suppress status statut exclude quarantin undeliver unzustell invalid
  mailable deliverab contactable (can|may)_(be_)?(e_?mail|contact) receive(?![dr]) recibir recevoir ricever receber ontvang otrzym
  empfang erlaub keine_ ne_pas pas_de_ no_(contactar|enviar|desea) non_contatt nao_(contat|enviar) niet_ geen_ nie_wys sendable reachable
  preferen (^|_)doi(_|$) banned deceased (^|_)(deleted|removed|archived|inactive|cancell?ed|left_(at|on))(_|$)
  メルマガ メールマガジン 配信 購読 同意 受信 рассыл подпис отпис соглас 订阅 退订 訂閱 营销 수신 구독`;

/** Words of other scripts are compared without their marks, too. Patterns have none. */
const MAY_TELL = new RegExp(
  PARTS.split(/\s+/)
    .map((part) => (/^[!-~]+$/.test(part) ? part : wordOf(part)))
    .join('|'),
  'u',
);

/** Names in exports that sound so and say nothing of that kind. */
const HARMLESS = new Set(
  plainNames(`import_error, lead status, order status, payment status, financial status, fulfillment status, fulfilment status,
    shipping status, marital status, civil status, employment status, tax status, loyalty status, vip status, membership status,
    active subscription, subscription plan, subscription id, subscription type, subscription tier, subscription price,
    subscription amount, subscription product, subscription start, subscription end, subscription interval,
    subscription source (free), subscription source (paid), subscriptions gifted, stripe subscription id, subscription url,
    unsub_reason_other, unsub_campaign_title, unsub_campaign_id, unsubscribe url, unsubscribe link, clean_campaign_title,
    optin_ip, confirm_ip, opt-in ip, consent ip, subscribe ip, subscription ip, subscriber source, subscription source,
    signup source, opt-in source, optin source, consent source, consent method, email opt-in source, email update source,
    confirmed opt-out source, email permission source, marketing source, marketing channel, marketing campaign,
    opt_in_level, marketing_opt_in_level, cancelled orders, canceled orders, bouncecount, bounce count, soft bounce count, subscribe page, marketing emails opened, marketing emails clicked,
    marketing emails delivered, marketing emails replied, emails dropped (6mo), subscriber id, subscriber uuid, subscriber uid,
    subscriber rating, subscriber number, subscriber key, subscriber hash`),
);

/** Channels whose consent is not about e-mails. */
const OTHER_CHANNEL = /(^|_)(sms|mms|phone|telephone|telefon|whatsapp|push|mobile|fax|postal|call|calls|webpush)(_|$)/;

/** Whether a column by this name is about something else than e-mails of the team's own. */
export function isHarmless(name: string): boolean {
  const word = wordOf(name);
  const isOtherChannel = OTHER_CHANNEL.test(word) && !/e_?mail|newsletter/.test(word);
  return isOtherChannel || HARMLESS.has(word.replaceAll('_', ''));
}

/** Whether a column by this name may say who left, never opted in, or must not receive e-mails. */
export const mayTellWhoLeft = (name: string): boolean => MAY_TELL.test(wordOf(name));

/** Words that say in any column that a person left or never agreed. Such a column is asked about, whatever its name. */
const CLEAR = new Set(
  `unsubscribed unsub opted_out opt_out unsubscribed_by_admin unsubscribed_by_user never_subscribed not_subscribed non_subscribed
   nonsubscribed no_consent not_opted_in bounced hard_bounced hard_bounce bounced_hard complained spam_complaint marked_as_spam
   suppressed user_suppressed blocklisted blacklisted do_not_contact do_not_email do_not_mail abgemeldet ausgetragen
   desabonne desabonnee desinscrit desinscrite dado_de_baja desuscrito disiscritto disiscritta descadastrado uitgeschreven
   afgemeld wypisany wypisana 配信停止 購読解除 отписан`
    .split(/\s+/)
    .map(wordOf),
);

/** Whether a cell says in a clear word that its person left or never agreed. */
export const saysWhoLeft = (cell: string): boolean => cell.length < 40 && CLEAR.has(wordOf(cell));
