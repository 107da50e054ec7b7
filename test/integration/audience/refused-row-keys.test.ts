import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
});

const ANN = 'ann@people.test';
const BOB = { email: 'bob@people.test' };
const onList = async () => (await api.rest('GET', `/lists/${list}/subscribers`)).body.meta.total;

/** Subscribes one row beside a plain one, and returns the message of the first. */
async function messageOf(row: object): Promise<string> {
  const { data, meta } = await subscribe(api, list, [row, BOB]);
  expect(data[0]).toEqual({ index: 0, email: ANN, outcome: 'failed', message: expect.any(String) });
  expect(data[1]).toMatchObject({ outcome: 'subscribed' });
  expect(meta).toEqual({ added: 1, updated: 0, failed: 1 });
  expect(await onList()).toBe(1);
  return data[0].message;
}

describe('a row fails for a key that may refer to consent', () => {
  test.each([
    ...[
      'subscribed',
      'unsubscribed',
      'is_subscribed',
      'isSubscribed',
      'subscription',
      'subscriptionStatus',
      'Subscribed',
    ],
    ...['accepts_marketing', 'acceptsMarketing', 'Accepts Email Marketing', 'accepts-marketing', 'marketing_opt_in'],
    ...['email_marketing_consent', 'emailMarketingConsent', 'marketing_consent', 'marketing'],
    ...['opt_in', 'optIn', 'OptIn', 'opted_in', 'opted_out', 'optedOut', 'opt_out', 'double_opt_in', 'optout', 'doi'],
    ...['bounced', 'is_bounced', 'hard_bounce', 'bounce_reason', 'complained', 'spam_complaint', 'bounced_at'],
    ...['blocklisted', 'blacklisted', 'emailBlacklisted', 'blocked', 'dnc', 'DNC', 'do_not_email', 'doNotContact'],
    ...['do_not_mail', 'suppressed', 'suppressions', 'suppression_reason', 'unsubscribe_reason', 'unsubbed'],
    ...['gdpr', 'gdpr_consent', 'gdprPermissions', 'consents', 'consent_given', 'permission'],
    ...[
      'newsletter',
      'wants_newsletter',
      'receives_emails',
      'receive_emails',
      'allow_email',
      'can_email',
      'canBeMailed',
    ],
    ...['email_disabled', 'email_enabled', 'mailable', 'no_email', 'noMail', 'dont_email', 'email_opt_in', 'active'],
    ...['member_status', 'email_status', 'Global Status', 'emailStatus', 'email_preferences', 'unjoined', 'forget_me'],
    ...['cleaned', 'removed', 'deleted', 'declined', 'confirmation', 'email_notifications', 'promotions'],
    ...['abgemeldet', 'angemeldet', 'Werbeeinwilligung', 'einwilligung', 'Zustimmung', 'gesperrt', 'Werbung', 'dsgvo'],
    ...[
      'unsubcribed',
      'subcribed',
      'unsubsribed',
      'blocklsted',
      'supressed',
      'acepts_marketing',
      'boucned',
      'newsleter',
    ],
    ...['désabonné', 'desabonne', 'désinscrit', 'inscrit', 'consentement', 'accepte_newsletter', 'rgpd'],
    ...[
      'suscrito',
      'baja',
      'dado_de_baja',
      'acepta_publicidad',
      'consentimiento',
      'bloqueado',
      'iscritto',
      'disiscritto',
    ],
    ...[
      'IsExcludedFromCampaigns',
      'CLEAN_TIME',
      'deactivated',
      'activated',
      'on_hold',
      'stop_time',
      'archived',
      'lapsed',
    ],
    ...['wants_updates', 'emails_enabled', 'valid', 'invalid', '수신거부', 'avmeldt', 'nyhetsbrev', 'hozzájárulás'],
    ...[
      'leiratkozott',
      'peruutettu',
      'abonelik',
      'izin',
      'robinsonliste',
      'okToEmail',
      'Не писать',
      'left_at',
      'muted',
    ],
    ...['consenso', 'descadastrado', 'aceita_emails', 'uitgeschreven', 'toestemming', 'zgoda', 'wypisany', 'подписан'],
  ])('%s', async (key) => {
    expect(await messageOf({ email: ANN, [key]: false })).toContain(`The ${key} field `);
  });

  test('and the message names the key and the reason', async () => {
    expect(await messageOf({ email: ANN, accepts_marketing: false })).toMatch(
      /^The accepts_marketing field may be about consent, but this operation does not support it\. /,
    );
  });
});

describe('a row fails for a key that may refer to consent, at any depth', () => {
  test.each([
    [{ customer: { email_marketing_consent: { state: 'unsubscribed' } } }, 'customer.email_marketing_consent'],
    [{ customer: { accepts_marketing: false } }, 'customer.accepts_marketing'],
    [{ subscriber: { status: 'unsubscribed' } }, 'subscriber.status'],
    [{ subscriber: { unsubscribed_at: '2024-01-01T00:00:00Z' } }, 'subscriber.unsubscribed_at'],
    [{ subscriber: { unsubscribedAt: '2024-01-01T00:00:00Z' } }, 'subscriber.unsubscribedAt'],
    [{ data: [{ a: 1 }, { profile: { optedOut: true } }] }, 'data.1.profile.optedOut'],
    [{ meta: { mailing: { Bounced: true } } }, 'meta.mailing.Bounced'],
    [{ contact: { attributes: { gesperrt: 1 } } }, 'contact.attributes.gesperrt'],
    [{ flags: ['vip', 'unsubscribed'] }, 'flags.1'],
    [{ state: 'unsubscribed' }, 'state'],
    [{ kind: 'Opted out' }, 'kind'],
    [{ group: { name: 'Non-Subscribed' } }, 'group.name'],
    [{ meta_data: [{ key: 'accepts_marketing', value: 'no' }] }, 'meta_data.0.key'],
    [{ note_attributes: [{ name: 'Newsletter', value: 'false' }] }, 'note_attributes.0.name'],
    [{ customFields: [{ field: 'newsletter', values: [false] }] }, 'customFields.0.field'],
    [{ extras: [{ label: 'OK to email', checked: false }] }, 'extras.0.label'],
    [{ answers: { q1: { id: 'wants_news', answer: 'nein' } } }, 'answers.q1.id'],
    [{ groups: ['vip', 'Do not mail'] }, 'groups.1'],
    [{ notifications: { email: false } }, 'notifications.email'],
    [{ channels: { email: false } }, 'channels.email'],
    [{ State: 'Deleted' }, 'State'],
    [{ last_order: { buyer_accepts_marketing: false } }, 'last_order.buyer_accepts_marketing'],
    [{ orders: [{ customer: { status: 'x' } }] }, 'orders.0.customer.status'],
    [{ last_order: { note: 'unsubscribed' } }, 'last_order.note'],
  ])('%j', async (extra, path) => {
    expect(await messageOf({ email: ANN, ...extra })).toContain(`The ${path} field may be about consent`);
  });
});

describe('a row fails for a key of a subscriber or an import that rows do not support', () => {
  test.each(['deleted', 'import', 'mapping', 'onInvalid', 'import_unsubscribed', 'statuses', 'delimiter'])(
    '%s',
    async (key) => {
      expect(await messageOf({ email: ANN, [key]: null })).toContain(`The ${key} field `);
    },
  );

  test.each(['send_at', 'sendAt', 'dry_run', 'expires_at', 'sort'])(
    'and for %s, which changes the outcome',
    async (key) => {
      expect(await messageOf({ email: ANN, [key]: null })).toContain(`The ${key} field is not known`);
    },
  );
});

describe('a row fails for a near miss of a known key', () => {
  test.each([
    ['firstName', 'first_name'],
    ['FirstName', 'first_name'],
    ['first-name', 'first_name'],
    ['fist_name', 'first_name'],
    ['firstname', 'first_name'],
    ['Last Name', 'last_name'],
    ['time_zone', 'timezone'],
    ['timeZone', 'timezone'],
    ['local', 'locale'],
    ['locales', 'locale'],
    ['tag', 'tags'],
    ['Tags', 'tags'],
    ['attribute', 'attributes'],
    ['atributes', 'attributes'],
    ['reSubscribe', 'resubscribe'],
    ['resubscribed', 'resubscribe'],
  ])('%s: did you mean %s?', async (key, meant) => {
    expect(await messageOf({ email: ANN, [key]: 'x' })).toBe(
      `The ${key} field is not known to this operation. Did you mean ${meant}?`,
    );
  });

  test('also of the address itself, whose row then has none', async () => {
    const { data } = await subscribe(api, list, [{ Email: ANN }, BOB]);
    expect(data[0]).toEqual({
      ...{ index: 0, email: null, outcome: 'failed' },
      message: 'The Email field is not known to this operation. Did you mean email? (and 1 more error)',
    });
  });
});

describe('a row is subscribed', () => {
  test.each([
    [{ id: 'x', list: 'y', created_at: '2020-01-01T00:00:00Z' }],
    [{ ID: 1, createdAt: 2 }],
    [{ attributes: { subscribed: 'false', opt_in: 'no', bounced: 'unsubscribed' } }],
    [{ colour: 'red', company: 'Shop', phone: '1', external_id: 7, subscriber_id: 9, order_count: 3 }],
    [{ address: { city: 'Rome', country: 'IT', state: 'RM', lines: ['a', 'b'] }, state: 'CA' }],
    [{ customer: { id: 1, email: ANN, first_name: 'Ann', tags: ['a'], note: 'x' } }],
    [{ source: 'shop', ip: '127.0.0.1', score: 4, name: 'Ann', accept_language: 'de', founded: 1999 }],
    [{ subscription_plan: 'pro', subscription_tier: 1, marketing_channel: 'ads', marketing_source: 'x' }],
    [
      {
        newsletter_source: 'footer',
        opt_in_ip: '127.0.0.1',
        spam_score: 3,
        permissions: ['admin'],
        order_status: 'refused',
      },
    ],
    [{ sms_consent: false, accepts_sms: 'no', phone_opt_in: false, do_not_call: true, smsStatus: 'unsubscribed' }],
    [
      {
        last_order: { status: 'fulfilled', state: 'declined' },
        payment: { confirmed: true, payer: { status: 'verified' } },
      },
    ],
    [{ company: { name: 'Marketing Experts', id: 1 }, meta_data: [{ key: 'colour', value: 'no' }] }],
    [{ lists: [1], order_id: 7, description: 'x', plan: 'pro', birthday: '1990-01-01', country: 'DE', vip: true }],
  ])('with %j', async (extra) => {
    const { meta } = await subscribe(api, list, [{ email: ANN, ...extra }]);
    expect(meta).toEqual({ added: 1, updated: 0, failed: 0 });
  });
});

test('a batch of more than 100 rows fails those rows in its import', async () => {
  const rows: object[] = rowsOf(101);
  rows[3] = { ...rows[3], accepts_marketing: false };
  rows[7] = { ...rows[7], firstName: 'Ann' };
  rows[9] = { ...rows[9], 'a\u0000unsubscribed': true };
  const created = await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: rows });
  expect(created.status).toBe(202);
  const read = async () => (await api.rest('GET', `/imports/${created.body.data.id}`)).body.data;
  await until(async () => (await read()).status === 'completed');
  expect(await read()).toMatchObject({ added: 98, failed: 3 });
  const { body } = await api.rest('GET', `/imports/${created.body.data.id}/errors`);
  expect(body.data).toEqual([
    { row: 4, email: 'p3@people.test', message: expect.stringMatching(/^The accepts_marketing field may be/) },
    {
      ...{ row: 8, email: 'p7@people.test' },
      message: 'The firstName field is not known to this operation. Did you mean first_name?',
    },
    { row: 10, email: 'p9@people.test', message: expect.stringMatching(/^The a.unsubscribed field may be/) },
  ]);
  expect(await onList()).toBe(98);
});

test.each(['send_at', 'list', 'segment', 'colour', 'subscribed', 'optIn', 'update_existing', 'accepts_marketing'])(
  'the batch itself refuses %s',
  async (key) => {
    const { status, body } = await api.rest('POST', `/lists/${list}/subscribers/batch`, {
      subscribers: [{ email: ANN }],
      [key]: true,
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, [key]]);
    expect(await onList()).toBe(0);
  },
);
