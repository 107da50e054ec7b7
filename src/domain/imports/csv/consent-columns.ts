import { CONSENT_WORDS, type ConsentColumn, WORDS, YES_LEFT, YES_SUBSCRIBED } from './consent-column.ts';
import { plainName, plainNames } from './plain-name.ts';

/** The columns of other products and languages, by how to read them. `Name…` stands for all names with this beginning. */
const COLUMNS: [ConsentColumn, names: string][] = [
  [
    YES_SUBSCRIBED,
    // Shopify, Ghost, Squarespace, BigCommerce, PrestaShop, Magento, WooCommerce, Wix, Klaviyo, Mailchimp for WooCommerce
    `accepts email marketing, accepts marketing, buyer accepts marketing, customer accepts marketing, accepts marketing emails, accept marketing, accepts emails, accepts newsletter,
    accepts newsletters, accepts email, subscribed to emails, subscribed_to_emails, subscribed, subscribed?, is subscribed, subscriber,
    is subscriber, email subscribed, email subscriber, subscribed to newsletter, subscribed to newsletters, subscribe to newsletter,
    subscribed to marketing emails, newsletter, newsletters, newsletter subscriber, newsletter subscription, newsletter subscribed,
    newsletter opt-in, newsletter optin, newsletter consent, newsletter signup, receive newsletter, receives newsletter,
    receive newsletters, receive marketing emails, receive marketing emails?, receive review/marketing emails,
    receive review/marketing emails?, receive acs/review emails, receive acs/review emails?, receive emails, receive offers,
    wants newsletter, wants emails, opt in, opt-in, optin, opted in, opted-in, optedin, opts in, has opted in, is opted in, email opt in,
    email opt-in, email optin, email opted in, emailoptin, marketing opt in, marketing opt-in, marketing optin, marketing opted in,
    email marketing opt-in, email marketing opted in, marketing email opt-in, optin email, optin marketing, opt in to marketing,
    opted in to marketing, opt-in to emails, double opt-in confirmed, consent, consents, has consent, consent given, consented,
    marketing consent, consent to marketing, consented to marketing, email consent, consent email, consent to email, consent to emails, gdpr consent, gdpr, gdpr opt-in,
    gdpr marketing consent, gdpr permission, email permission, marketing permission, permission to email, permission, allow emails,
    allow email marketing, allow marketing, allows marketing, marketing allowed, emails allowed, can email, may email,
    agreed to marketing, agrees to marketing, agreed to emails, mailchimp_woocommerce_is_subscribed, mailchimp subscribed,
    is_newsletter_subscribed, newsletter_subscribed, active subscriber, email enabled, emails enabled, email notifications enabled`,
  ],
  [
    YES_SUBSCRIBED,
    `einwilligung, werbeeinwilligung, newsletter-einwilligung, einwilligung newsletter, marketing-einwilligung, e-mail-einwilligung,
    newsletter abonniert, newsletterabonnent, newsletter-abonnent, newsletter-empfänger, newsletter angemeldet, newsletter-anmeldung,
    abonniert, abonnent, angemeldet, werbung erlaubt, werbeerlaubnis, werbung per e-mail erlaubt, akzeptiert marketing,
    akzeptiert e-mail-marketing, e-mail-marketing akzeptiert, zustimmung, newsletter-zustimmung, dsgvo-einwilligung, dsgvo,
    abonné, abonnée, abonné à la newsletter, abonné newsletter, inscrit, inscrit newsletter, inscrit à la newsletter, inscription newsletter,
    accepte le marketing, accepte le marketing par e-mail, accepte la newsletter, accepte les e-mails, consentement,
    consentement marketing, consentement e-mail, optin newsletter, rgpd, infolettre, abonné à l'infolettre,
    acepta marketing, acepta email marketing, acepta marketing por correo electrónico, acepta el marketing por correo electrónico,
    acepta publicidad, acepta newsletter, acepta boletín, boletín, suscrito, suscrita, suscrito al boletín,
    suscrito a la newsletter, suscriptor, consentimiento, consentimiento de marketing, accetta marketing, accetta email marketing,
    accetta il marketing via email, iscritto, iscritto alla newsletter, iscrizione newsletter, consenso, consenso marketing,
    consenso newsletter, consenso al marketing, aceita marketing, aceita email marketing, aceita receber e-mails,
    aceita newsletter, inscrito, inscrito na newsletter, assinante, consentimento, consentimento de marketing,
    nieuwsbrief, nieuwsbrief ontvangen, ingeschreven, ingeschreven voor nieuwsbrief, aangemeld voor nieuwsbrief, abonnee,
    toestemming, marketingtoestemming, accepteert marketing, accepteert e-mailmarketing, zgoda, zgoda marketingowa,
    zgoda na marketing, zgoda na newsletter, zgoda na e-mail marketing, subskrybent, zapisany, nyhetsbrev, nyhedsbrev,
    samtycke, samtykke, uutiskirje, hírlevél, souhlas, souhlas s marketingem, odběr novinek, подписан, подписан на рассылку, подписка, 是否订阅, 수신여부, メルマガ会員, подписка на рассылку,
    согласие на рассылку, メルマガ, メルマガ購読, メルマガ配信, メールマガジン, メールマガジン購読, ニュースレター, 配信許可, メール配信,
    订阅, 邮件订阅, 뉴스레터, 수신동의, 메일 수신 동의, 이메일 수신동의`,
  ],
  [
    { ...YES_SUBSCRIBED, onlyTimes: true },
    'aktiviert, activated, aktiviert am, activated at, activated on', // CleverReach
  ],
  [{ ...YES_LEFT, onlyTimes: true }, 'deaktiviert, deactivated, deaktiviert am, deactivated at, deactivated on'],
  [{ ...YES_SUBSCRIBED, beside: 'confirmed' }, 'active, enabled'], // AcyMailing
  [
    YES_SUBSCRIBED,
    // BigCommerce, Thinkific, Gumroad, Drip
    `marketing emails opt-in, can contact?, can contact, eu_consent, 수신동의`,
  ],
  [
    YES_LEFT,
    // Brevo, Teachable, CiviCRM, phpList
    `blocklisté, blocklistée, auf blockliste, unsubscribe_from_marketing_emails, no bulk emails (user opt out), no bulk emails,
    is this subscriber blacklisted`,
  ],
  [{ ...YES_SUBSCRIBED, no: 'unconfirmed' }, 'is this subscriber confirmed'],
  [
    { field: 'blocklisted', yes: 'complained' },
    'marked email as spam', // Intercom
  ],
  [
    { field: 'blocklisted', yes: 'bounced' },
    'has hard bounced, bounced hard', // Intercom, ActiveCampaign
  ],
  [WORDS, '订阅状态, prenumerationsstatus'],
  [{ field: 'suppressions' }, 'undeliverability_reason'], // Buttondown
  [{ field: 'bounced_at' }, 'undeliverability_date'],
  [{ field: 'unsubscribed_at' }, 'email suppressions timestamp, unsubscribed time'], // Klaviyo, Zoho
  [{ field: 'opted_in_at' }, 'opt-in timestamp, optin timestamp'], // Flodesk
  [
    { ...YES_SUBSCRIBED, no: 'unconfirmed' },
    'confirmed, is confirmed, email confirmed, opt-in confirmed, double opt-in confirmed?',
  ],
  [
    YES_LEFT,
    // HubSpot, Salesforce, Zoho, Substack, Mailjet, Customer.io, listmonk, Brevo, phpList, and generic names
    `unsubscribed, unsubscribed?, unsubscribe, is unsubscribed, has unsubscribed, email unsubscribed, unsubscribed from all email,
    unsubscribed from all emails, unsubscribed from emails, unsubscribed from email, unsubscribed from marketing, global unsubscribe,
    globally unsubscribed, opt out, opt-out, optout, opted out, opted-out, optedout, is opted out, has opted out, email opt out,
    email opt-out, email optout, email opted out, emailoptout, hasoptedoutofemail, has opted out of email, opted out of email…,
    opted out of email, opted out of emails, hs_email_optout…, hs_email_optout, hs_email_quarantined, pardot opted out, pi_optedout,
    pardot do not email, pi_donotemail, opted out of marketing, marketing opt out, marketing opt-out, marketing optout,
    global opt-out, newsletter opt-out, newsletter unsubscribed, do not email, donotemail, do not e-mail, do not mail, do not contact,
    do not send, do not send emails, do not send marketing, do not market, no email, no emails, no marketing, no newsletter,
    email disabled, email_disabled, emails disabled, email notifications disabled, disabled, is disabled, email blocked, blocked,
    is blocked, blocklisted, block listed, is blocklisted, blacklisted, is blacklisted, email blocklisted, email_blocklisted,
    email blacklisted, email_blacklisted, blacklist, blocklist, suppressed, is suppressed, email suppressed, isexcludedfromcampaigns,
    is excluded from campaigns, excluded from campaigns, excluded, email address quarantined, quarantined,
    abgemeldet, newsletter abgemeldet, vom newsletter abgemeldet, abmeldung, gesperrt, werbesperre, keine werbung, widerrufen,
    widerspruch, werbewiderspruch, désabonné, désabonnée, désabonnement, désinscrit, désinscrite, désinscription, bloqué,
    baja, baja email, dado de baja, desuscrito, no desea publicidad, disiscritto, disiscritta, disiscrizione, cancellato,
    descadastrado, cancelou inscrição, uitgeschreven, afgemeld, wypisany, wypisana, avregistrerad, afmeldt, peruutettu, leiratkozott,
    odhlášen, отписан, отписался, 配信停止, 配信停止フラグ, 購読解除, 配信拒否, 退订, 수신거부`,
  ],
  [
    { ...YES_LEFT, words: { 1: 'unsubscribed', 2: 'bounced', 3: 'unsubscribed' } },
    'dnc, is dnc, dnc email, do_not_contact',
  ], // Mautic
  [
    {
      field: 'blocklisted',
      words: {
        allow: 'subscribed',
        allowed: 'subscribed',
        zulassen: 'subscribed',
        autoriser: 'subscribed',
        do_not_allow: 'unsubscribed',
        not_allowed: 'unsubscribed',
        nicht_zulassen: 'unsubscribed',
        ne_pas_autoriser: 'unsubscribed',
      },
    },
    // Dynamics
    'do not allow bulk emails, do not allow bulk email, do not allow emails, do not allow email, donotbulkemail, donotemail',
  ],
  [
    { field: 'blocklisted', yes: 'bounced', time: 'bounced_at' },
    `bounced, is bounced, has bounced, email bounced, is email bounced, isemailbounced, hard bounced, hard bounce, is hard bounced,
    email hard bounced, bounce,
    invalid email, invalid email address, email invalid, is invalid, undeliverable, email undeliverable, unzustellbar`,
  ],
  [
    { field: 'blocklisted', yes: 'complained' },
    `complained, complaint, is complained, has complained, isspamcomplaining, is spam complaining, spam complaint, marked as spam,
    reported spam, spam, is spam, complained at, complaint date, marked as spam at`,
  ],
  [
    { field: 'blocklisted', yes: 'unconfirmed' },
    'isoptinpending, is opt-in pending, opt-in pending, pending confirmation',
  ],
  [
    {
      ...WORDS,
      words: { 1: 'subscribed', 0: 'unsubscribed', '-1': 'unsubscribed', true: 'subscribed', false: 'unsubscribed' },
    },
    // BillionMail, Wix, Omnisend, Constant Contact, MailPoet, Mailtrain and generic names
    `subscription status, subscription_status, subscriber status, subscriber_status, subscription state, email subscriber status,
    email subscription status, newsletter status, newsletter subscription status, email marketing status, email_marketing_status`,
  ],
  [
    WORDS,
    `email status, email_status, e-mail status, global status, contact status, contact state, member status, list status, mailing status,
    mailing list status, email permission status, email address status, email state, email subscription state, optin status, opt-in status, opt in status,
    email opt-in status, abo-status, abostatus, newsletterstatus, anmeldestatus, statut, statut newsletter,
    statut d'abonnement, statut de l'abonnement, statut e-mail, estado de suscripción, estado de la suscripción, stato iscrizione,
    status da inscrição, status subskrypcji, 購読状況, 配信状況, 購読ステータス, 配信ステータス, статус, статус подписки`,
  ],
  // AWeber fills it only once a person has left.
  [{ ...WORDS, asksForYes: false }, 'stop status, stop_status, delivery status'],
  [
    {
      ...WORDS,
      words: { marketing_contact: 'subscribed', true: 'subscribed', false: 'never', non_marketing_contact: 'never' },
    },
    'marketing contact status, marketing contact, hs_marketable_status', // HubSpot
  ],
  [
    CONSENT_WORDS,
    `email marketing consent, email_marketing_consent, email marketing - consent, email marketing consent status, email consent status,
    consent status, marketing consent status, email_marketing_consent_state, email marketing consent state, marketing status,
    marketing_status, email marketing, email_marketing, marketing emails`,
  ],
  [
    {
      field: 'status',
      byWords: true,
      words: {
        regular: 'subscribed',
        premium: 'subscribed',
        gifted: 'subscribed',
        trialed: 'subscribed',
        upcoming: 'never',
        past_due: 'subscribed',
        churning: 'subscribed',
        churned: 'never',
        paused: 'never',
        blocked: 'unsubscribed',
        unactivated: 'unconfirmed',
        unpaid: 'never',
        undeliverable: 'bounced',
        removed: 'unsubscribed',
        spammy: 'never',
      },
    },
    'type, subscriber type, subscriber_type', // Buttondown
  ],
  [
    { field: 'bounce_reason' },
    `email hard bounce reason, email hard bounce reason…, hs_email_hard_bounce_reason…, hard bounce reason, bounce reason, emailbouncedreason,
    email bounced reason, global email hard bounce reason`,
  ],
  [
    { field: 'suppressions' },
    'email suppressions, suppressions, email suppression, suppression, suppression reason, email suppression reason',
  ],
  [
    { field: 'unsubscribed_at' },
    `unsubscribed at, unsub_time, unsubscribe time, unsubscribe date, unsubscribe date/time, unsubscription time, unsubscription date, unsubscribed date, unsubscribed on,
    date unsubscribed, opt-out date, optout date, opt-out time, optout time, optout_time, opted out at, opted out on, opted out date,
    email opt-out date, confirmed opt-out date, stop time, stop_time, deleted at, deleted_at, email suppression timestamp, suppressed at, suppression date, suppression timestamp, blocked at,
    blacklisted at, blocklisted at, abgemeldet am, abmeldung am, abmeldedatum, austragungsdatum, date de désabonnement, désabonné le, désinscrit le,
    date de désinscription, fecha de baja, data disiscrizione, data de descadastro, uitgeschreven op, data wypisania, 配信停止日`,
  ],
  [
    { field: 'bounced_at' },
    `bounced_at, cleaned at, date bounced, bounced on, bounced date, bounce date, hard bounce date, email bounced date, emailbounceddate,
    clean_time`,
  ],
  [
    { field: 'unsubscribe_reason' },
    `unsub_reason, unsubscribe reason, unsubscribe_reason, opt-out reason, confirmed opt-out reason, reason for unsubscribing,
    abmeldegrund, grund der abmeldung`,
  ],
  [
    { field: 'subscribed_at' },
    `confirm_time, confirmed at, confirmation time, confirmation date, subscribe date, subscription date, subscribed date, subscribed on,
    date subscribed, subscriber since, subscribed since, subscribe time, subscription time, signup date, sign-up date, signed up at,
    angemeldet am, anmeldedatum, abonniert am, abonniert seit,
    date d'inscription, date d'abonnement, fecha de suscripción, fecha de inscripción,
    data iscrizione, data de inscrição, data di iscrizione, ingeschreven op, inschrijfdatum, data zapisu, 登録日, 購読開始日`,
  ],
  [
    { field: 'subscribed_at', asksForYes: true },
    `email marketing consent timestamp, email marketing - consent timestamp, email consent timestamp, consent timestamp, consent date,
    consent time, consent given at, date of consent, consented at, gdpr consent date, gdpr date, marketing consent date, einwilligung am,
    einwilligungsdatum, datum der einwilligung, date de consentement, fecha de consentimiento, data consenso, data zgody`,
  ],
  [
    { field: 'opted_in_at' },
    `optin_time, optin datum, opt-in-datum, opt-in time, opt-in date, optin date, opted in at, opted in on, opt in date, email opt-in date, email optin date,
    email opt-in time, email permission timestamp`,
  ],
];

/** Columns that mean something else beside another one: PrestaShop's partner offers, phpList's second flag. */
const CEDES: ReadonlyMap<string, string> = new Map([
  ['optin', 'newsletter'],
  ['optedin', 'confirmed'],
]);

const BY_NAME = new Map<string, ConsentColumn>();
const BY_BEGINNING: [string, ConsentColumn][] = [];
for (const [column, names] of COLUMNS) {
  for (const name of plainNames(names)) if (!BY_NAME.has(name)) BY_NAME.set(name, column);
  for (const name of names.split(',').filter((name) => name.trim().endsWith('…')))
    BY_BEGINNING.push([plainName(name), column]);
}

/** Whether another column in the file shows that this one is not about the team's own e-mails. */
export function cedes(name: string, all: readonly string[]): boolean {
  const other = CEDES.get(plainName(name));
  return other !== undefined && all.some((one) => plainName(one) === other);
}

/** How to read a column with this name, if another product or language uses it for consent. */
export function consentColumnNamed(name: string, all: readonly string[] = []): ConsentColumn | undefined {
  const plain = plainName(name);
  const { beside } = BY_NAME.get(plain) ?? {};
  if (beside !== undefined && !all.some((one) => plainName(one) === beside)) return undefined;
  return BY_NAME.get(plain) ?? BY_BEGINNING.find(([beginning]) => plain.startsWith(beginning))?.[1];
}
