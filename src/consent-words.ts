import { wordOf } from './validation/word-of.ts';

/**
 * Parts of names that may mean consent, unsubscribing or suppression, as `wordOf` writes them. `~` stands for a separator or
 * nothing, `<` and `>` for the ends of a word, `^` and `$` for the ends of the name. A name too many costs a question or a loud
 * error; a name too few sends e-mails to people who declined them.
 */
const PARTS = `
  accept(?!~(language|encoding|header)) accett acept aceit marketing mktg agree(d|s|ment|$) approved approval <casl <lgpd gdpr dsgvo rgpd
  unsub subscri(?!ber_?(id|key|uuid|hash|number|since)?$|ption_?id$|b(ed|ers)_?count$) suscri abonn <abon dezabon inscri iscri inschr
  uitschr schreven opted opt~in opt~out ^opt$ <dnc> dnc$ ^dne$ <soi> do~not dont~(e~?mail|contact|send|write|disturb)
  no~e?~mail no~(contact|market|news|promo) disabled disallow e~mails?~(is~)?(dis|en)abled disabled~mail ok~to~(e~?mail|contact|send|market) okto
  (mail|marketing|mktg|contact|news)~ok$ e~?mail~me$ black~list block~list deny~list blocked newsletter nieuwsbrief nyhetsbrev nyhedsbrev
  boletin infolettre hirlevel uutiskirje mailing~list ^(mailings|news|updates|offers)$ werb(?!er) consen permission permiso permess
  bounc complain spam suppress status statut exclu(de|sion) quarantin undeliver deliverab invalid mailable contactable
  unreg withdr[ae]w declin refus reject revok revoc objection objected forget forgotten erased cancell?ed> cancelad removed> deleted> archived>
  <inactive (can|may|allows?|wants?|receives?|gets?|sends?|send~me)~(be~)?((e~)?mail|contact|newsletter|promo|news|message|mailing|ads$|update|offer|info|deal)
  receive(?![dr]) sendable reachable preferen <doi> double~opt banned deceased muted paused snoozed stopped <stop~(time|date|status|reason|at)
  lapsed on~hold ^left(_(at|on|date|time|reason|list))?$ ^(date|time|has|when|is)_left$ left~(at|on)> leftreason unjoined
  ^(is~|account~)?closed(_(at|on|date))?$ deactivat <(re)?activated
  ^((is|account|user|contact|member|customer|email)~)?(in)?active(~(user|contact|member|account|customer))?$ ^(is~)?enabled$
  ^clean(ed)?(~(time|at|date|on))?$ is~cleaned confirm verified ^(is~|email~)?(in)?valid$ <valid~e~?mail <e~?mail\\d*~(is~)?(valid|bad|ok|dead|good)>
  (bad|dead)~e~?mail (e~?mail|contact|communication|privacy|channel)s?~(preference|allowed|permitted|able$|opt|notif|updates)
  (global|e~?mail|member|subscriber|contact|list|mailing|user|person|send|reader|lead)s?~(status|state)$ promo(tion)?(al)?(s?$|s?~e~?mail)
  abmeld abgemeld angemeld anmeld einwillig zustimm einverst sperr widerruf widerspr beschwer unzustell keine~(e~?mail|post|info) <keine_ blockiert empfang
  erlaub (aus|ein)getragen austrag austritt deaktiv aktiviert ^(in)?aktiv$ gek(u|ue)ndigt k(u|ue)ndigung robinson erw(u|ue)nscht infopost
  accord> opposition ne~pas <pas~de_ publicit prospection desabo desinscr bloqu ^(in)?actif$ resili rebond recevoir autoris
  rechaz rebota (^|de|la|_)baja$ no~enviar <no~(contactar|desea) descadastr recibir ^(in)?activo$ autoriz receber ^(in)?ativo$ <nao~(contat|enviar)
  consens rifiut disdett rimbalz bloccat ricever <non~contatt ^attivo$ autorizz
  afgemeld aangemeld afmeld toestemm geblokkeerd ontvang akkoord ^(in)?actief$ <niet_ <geen_ wypis zapisan zgod subskry rezygna otrzym nie~wys zablok
  tilmeld pameld avmeld framelding avregistrer samtyk samtycke prenumer souhlas odhlas prihlas odber hozzajarul feliratkoz leiratkoz
  markkinoin uutiskirje peruut <lupa <kielto kielto$ abonelik <izin <izni <onay
  ^(estado|stav|stato|allapot|durum|situacao|状态|状態|ステータス|стан|tila)$
  メルマガ メールマガジン 配信 購読 同意 受信 接受 退会 退订 訂閱 订阅 退訂 营销 行銷 수신 구독 동의 마케팅 거부
  рассыл подпис отпис соглас отказ не~писать не~отправ не~беспоко συναινεσ διαγραφ εγγραφ згод відпис підпис розсил съглас
  הסכמה דיוור הסרה موافق اشتراك`
  .split(/\s+/)
  .filter(Boolean);

const patternOf = (parts: readonly string[]): RegExp =>
  new RegExp(
    parts
      .map((part) =>
        /^[!-~]+$/.test(part)
          ? part
          : part
              .normalize('NFKD')
              .replace(/\p{M}+/gu, '')
              .normalize('NFC'),
      )
      .map((part) =>
        part
          .replaceAll('~', '_?')
          .replaceAll(/<(?![=!])/g, '(?:^|_)')
          .replaceAll('>', '(?:_|$)'),
      )
      .join('|'),
    'u',
  );

const SPEAKS = patternOf(PARTS);

/** Similar names that do not mean it: words that follow a word of consent, and statuses of other things. */
const HARMLESS = patternOf(
  `^(?!opt_?in_type)(un)?(subscri(be|ber|ption)s?|newsletter|marketing|opt~in|opt~out|email~opt~in|consent|sign~?up|confirm|confirmation|email~permission|email~update|confirmed~opt~out)~(id|uid|uuid|ip|source|sources|url|link|page|key|hash|rating|number|token|method|channel|campaign|campaign_id|medium|plan|tier|type|price|amount|product|start|end|interval|level|user_agent|form|budget|cost|since)s?$
  ^(paid_)?subscription_(source|amount|expiry|renewal|currency|name|count)(_|$) ^subscriptions?_gifted$ ^active_subscriptions?$ ^stripe_subscription
  ^unsub(scribe)?_(reason_other|campaign_title|campaign_id|url|link)$ ^clean_campaign (^|_)opt~in_level$ ^import_error$ ^spam_?score$ ^permissions$
  ^(lead|order|payment|financial|fulfil?lment|shipping|marital|civil|employment|tax|loyalty|vip|membership|ticket|invoice|deal|delivery_order|booking|refund|return|shipment|cart|checkout|transaction|quote|project|task|kyc|credit|family|relationship|inventory|stock|bestell|zahlungs|liefer|rechnungs|versand|auftrags)~?(status|state)(_\\w+)?$
  ^(last|latest|first)_(order|payment)_(status|state)$ (^|_)(order|payment|invoice)s?_(confirm\\w*|approved|rejected|declined)$
  ^(cancell?ed|rejected|refused|archived|deleted|closed|paused|declined)_(orders?|payments?|deals?|tickets?)$ ^bouncecount$ ^soft_bounce_count$ ^bounced_soft$ ^soft_bounced?$ ^bounce_rate$ ^number_of_bounces
  ^marketing_emails_(opened|clicked|delivered|replied)$ ^emails_dropped ^accept_language$
  ^permission_to_track$ ^track(ing)?_(consent|permission)$ ^email_status_changed_at$ ^(email_)?undeliverable_reason$ ^receive_review_?abandoned
  ^unsubscribed_mode$ ^gdpr_applies$ ^consent_mode$ ^privacy_policy ^(accepted_)?(terms|tos)(_accepted|_agreed|_of_service)?$ ^agree(d|s)?_to_terms`.split(
    /\s+/,
  ),
);

/** Channels other than e-mail. */
const OTHER_CHANNEL =
  /sms|whatsapp|donotcall|do_not_call|(^|_)(mms|phone|phones|telephone|telefon|push|mobile|fax|postal|call|calls|webpush|viber|line|telegram)(_|$)/;

/** A name in its form for comparison: `isOptedOut` is `is_opted_out`. */
export const nameOf = (name: string): string =>
  wordOf(
    name
      .slice(0, 200)
      .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2'),
  );

/** Whether the name of a column or key is about other things than the team's e-mails: `sms_consent`, `order_status`. */
export function isHarmlessName(name: string): boolean {
  return isOfOtherChannel(name) || HARMLESS.test(nameOf(name)) || HARMLESS.test(wordOf(name));
}

/** Whether a name is about calls, text messages or post, and not about e-mails. */
export function isOfOtherChannel(name: string): boolean {
  const word = nameOf(name);
  return OTHER_CHANNEL.test(word) && !/mail|newsletter/.test(word.replace(/(postal|direct|voice)_?mail/g, ''));
}

/** Whether the name of a column or key may mean that people unsubscribed, never opted in, or must not receive e-mails. */
export function nameSpeaksOfConsent(name: string): boolean {
  const word = nameOf(name);
  return SPEAKS.test(word) || SPEAKS.test(wordOf(name.slice(0, 200))) || SPEAKS.test(word.replaceAll('_', ''));
}

/** Words that always mean that a person unsubscribed or never agreed, when they stand alone, or begin or end a short text. */
const UNMISTAKABLE: Record<'unsubscribed' | 'bounced' | 'complained' | 'never', string> = {
  unsubscribed: `unsubscribed unsubscribe un_subscribed unsub unsubbed opted_out opt_out optout unsubscribed_by_admin unsubscribed_by_user user_unsubscribed
    manually_unsubscribed suppressed user_suppressed manually_suppressed blocklisted blacklisted do_not_contact donotcontact do_not_email
    do_not_mail donotemail donotmail dnc no_marketing no_emails no_newsletter consent_withdrawn withdrew_consent consent_revoked abgemeldet ausgetragen abbestellt
    widerrufen desabonne desabonnee desinscrit desinscrite dado_de_baja baja de_baja desuscrito desuscrita disiscritto disiscritta descadastrado descadastrada
    uitgeschreven afgemeld wypisany wypisana 配信停止 購読解除 退订 退訂 取消订阅 수신거부 отписан отписался відписаний odhlasen odhlaseny leiratkozott
    dezabonat afmeldt avregistrerad avmeldt`,
  bounced: `bounced hard_bounced hard_bounce bounced_hard rebote rebotado rimbalzato npai unzustellbar odbity`,
  complained: `complained spam_complaint spam_complaints marked_as_spam reported_spam abuse_complaint`,
  never: `never_subscribed not_subscribed non_subscribed nonsubscribed no_consent not_opted_in no_opt_in nosuscrito no_suscrito`,
};

/** Words that mean it as a whole cell or value, but are common in plain texts. */
const PLAIN: typeof UNMISTAKABLE = {
  unsubscribed: `removed left declined refused rejected withdrawn revoked blocked banned removido gesperrt blockiert bloqueado bloqueada bloque
    bloquee bloccato geblokkeerd zablokowany 退会 отказ`,
  bounced: `cleaned bounce undeliverable`,
  complained: `spam complaint`,
  never: `inaktiv deaktiviert inactif inactive inactivo inativo inactief nieaktywny deleted deactivated`,
};

type Leaving = keyof typeof UNMISTAKABLE;
const leavingWords = (from: typeof UNMISTAKABLE): [string, Leaving][] =>
  Object.entries(from).flatMap(([meaning, words]) =>
    words.split(/\s+/).map((word): [string, Leaving] => [wordOf(word), meaning as Leaving]),
  );

/** The words of both kinds with their meanings, as `wordOf` writes them, for all readers of statuses. */
export const LEAVING_WORDS: ReadonlyMap<string, Leaving> = new Map([
  ...leavingWords(PLAIN),
  ...leavingWords(UNMISTAKABLE),
]);

const SURE = new Map(leavingWords(UNMISTAKABLE));
const SURE_PLAIN = new Set([...SURE.keys()].map((word) => word.replaceAll('_', '')));
const ANY_PLAIN = new Set([...LEAVING_WORDS.keys()].map((word) => word.replaceAll('_', '')));
const AT_AN_END = new RegExp(`^(${[...SURE.keys()].join('|')})_|_(${[...SURE.keys()].join('|')})$`, 'u');
const LONGEST_ANSWER = 40;

/**
 * Whether a short text says that its person unsubscribed or never agreed. `surely`: ignores words that orders and notes use too.
 */
export function saysSomebodyLeft(text: string, surely = false): boolean {
  if (text.length >= LONGEST_ANSWER || text.length < 2) return false;
  const word = wordOf(text);
  return (surely ? SURE_PLAIN : ANY_PLAIN).has(word.replaceAll('_', '')) || AT_AN_END.test(word);
}

/** Whether a status begins with a word for unsubscribing: `unsubscribed (manually)`. */
export const beginsWithLeaving = (word: string): boolean =>
  SURE.get(AT_AN_END.exec(word)?.[1] ?? '') === 'unsubscribed';

const NO_DOUBT =
  /accepts?(ed)?_?(e_?mail_?)?(marketing|newsletter|e_?mails?)|(^|_)(un|de)?subscribed(_(at|on|to_\w+))?$|(^|_)opt(ed)?_?(in|out)(_?(at|date|time))?$|(^|_)consents?(_(given|status|state))?$|e?mail_marketing|marketing_(opt|allowed)|(black|block)_?list(ed)?$|do_?not_?(e_?mail|contact|mail)|(^|_)dnc$|(^|_)(hard_)?bounced(_at)?$|einwilligung|abgemeldet|(^|_)(newsletter|gdpr)$|wants_newsletter|receives?_(e?mail|newsletter)/;

/** Whether a name clearly means consent, even in an event: `accepts_marketing`, `unsubscribed`. */
export function surelySpeaksOfConsent(name: string): boolean {
  const word = nameOf(name);
  return !isHarmlessName(name) && (NO_DOUBT.test(word) || SURE.has(word) || SURE_PLAIN.has(word.replaceAll('_', '')));
}
