import { type Mistake, raw, rest } from './shop.ts';

const MAIL = { template: 'Thanks', from: 'a@shop.test', to: ['b@shop.test'] };
const EVENT = { email: 'ada@people.test', name: 'visit' };
const LIST = { name: 'News', from_email: 'news@shop.test' };
const AUTOMATION = { name: 'A', trigger: { type: 'event', name: 'order' } };
const HTML = { name: 'New', editor: 'html', subject: 'S' };

/** 24 usual mistakes with REST. */
export const REST_MISTAKES: readonly Mistake[] = [
  {
    mistake: 'no token',
    send: rest('GET', '/lists', undefined, { token: null }),
    status: 401,
    says: ['No token was sent', 'Authorization: Bearer <token>', 'npm run token'],
  },
  {
    mistake: 'a read token that writes',
    send: (shop) => rest('POST', '/lists', LIST, { token: shop.api.readToken })(shop),
    status: 403,
    says: ['can only read', 'a token that can write'],
  },
  {
    mistake: 'a token with scopes elsewhere',
    send: (shop) => rest('GET', '/lists', undefined, { token: shop.mailToken })(shop),
    status: 403,
    says: ['scopes of this token (mails:send)', 'needs a token without scopes'],
  },
  {
    mistake: 'an unknown path',
    send: rest('GET', '/nothing/like/this'),
    status: 404,
    says: ['There is no such route', '/reference list all routes'],
  },
  {
    mistake: 'a wrong method',
    send: rest('PATCH', '/lists/{list}', LIST),
    status: 405,
    says: ['/v1/lists/{list_id} has no PATCH', 'It has GET, PUT, DELETE', 'allow: GET, PUT, DELETE'],
  },
  {
    mistake: 'a form instead of JSON',
    send: (shop) =>
      raw(shop, 'POST', '/v1/lists', { payload: 'name=a', 'content-type': 'application/x-www-form-urlencoded' }),
    status: 415,
    says: ['Content-Type', 'must be application/json'],
  },
  {
    mistake: 'broken JSON',
    send: rest('POST', '/lists', '{"name": "News",\n "from_email": }'),
    status: 400,
    says: ['not valid JSON', 'Line 2, column 16', 'a value is missing'],
  },
  {
    mistake: 'camel case, for a list',
    send: rest('POST', '/lists', { name: 'N', fromEmail: 'a@shop.test' }),
    status: 422,
    says: ['fromEmail', 'Did you mean from_email?', 'fromEmail=unknown_key'],
  },
  {
    mistake: 'camel case, for a mail',
    send: rest('POST', '/transactional-mails', { ...MAIL, replyTo: 'a@shop.test' }),
    status: 422,
    says: ['replyTo', 'Did you mean reply_to?', 'replyTo=unknown_key'],
  },
  {
    mistake: 'an address instead of a list of addresses',
    send: rest('POST', '/transactional-mails', { ...MAIL, to: 'b@shop.test' }),
    status: 422,
    says: ['to field', 'must be an array: ["b@shop.test"]', 'to=type'],
  },
  {
    mistake: 'an unknown template',
    send: rest('POST', '/transactional-mails', { ...MAIL, template: 'Thansk' }),
    status: 422,
    says: ['template field', 'the name or id of a template', 'Did you mean "Thanks"?', 'template=not_found'],
  },
  {
    mistake: "a list's id instead of a template's",
    send: (shop) => rest('POST', '/transactional-mails', { ...MAIL, template: shop.list })(shop),
    status: 422,
    says: ['template field', 'must be the name or id of a template', 'template=not_found'],
  },
  {
    mistake: 'a mail without a sender',
    send: rest('POST', '/transactional-mails', { template: 'Thanks', to: ['b@shop.test'] }),
    status: 422,
    says: ['from field', 'is required', 'the team has no default sender', 'from=required'],
  },
  {
    mistake: 'a mistake in Liquid',
    send: rest('POST', '/templates', { ...HTML, content: '<p>Hi</p>\n<p>{{ name | }</p>' }),
    status: 422,
    says: ['content field', 'line 2, column 4', 'not closed', 'content=format'],
  },
  {
    mistake: 'a price with decimals, without a currency',
    send: rest('POST', '/events', { ...EVENT, value: 12.5 }),
    status: 422,
    says: [
      'value field',
      'smallest unit of the currency: 1250 for 12.50',
      'currency field is required with value',
      'value=type',
    ],
  },
  {
    mistake: 'events under another key',
    send: rest('POST', '/events', { data: [EVENT] }),
    status: 422,
    says: ['data; did-you-mean=events', 'Send several events as {"events": [...]}'],
  },
  {
    mistake: 'a filter in capitals',
    send: rest('GET', '/transactional-mails?status=SENT'),
    status: 422,
    says: ['status field', 'must be one of pending, sent, failed', 'status=choice'],
  },
  {
    mistake: 'an unknown parameter',
    send: rest('GET', '/transactional-mails?limit=5&filter[status]=sent'),
    status: 422,
    says: [
      'limit field',
      'Did you mean per_page?',
      'filter[status] field',
      'Did you mean status?',
      'limit=unknown_key',
    ],
  },
  {
    mistake: 'a time without a zone',
    send: rest('POST', '/events', { ...EVENT, occurred_at: '2026-11-29T08:00:00.123456' }),
    status: 422,
    says: ['occurred_at field', 'RFC 3339, such as 2026-01-31T12:00:00Z', 'occurred_at=format'],
  },
  {
    mistake: 'a step of an automation with a key of another one, and a duration in words',
    send: rest('POST', '/automations', {
      ...AUTOMATION,
      steps: [
        { id: 'a', type: 'wait', for: '1 day' },
        { id: 'b', type: 'send', template: 'Thanks', from_email: 'x' },
      ],
    }),
    status: 422,
    says: ['steps.0.for field', 'from PT1M to P365D, such as PT4H', 'steps.1.from_email field'],
  },
  {
    mistake: 'a webhook to this machine',
    send: rest('POST', '/webhooks', { url: 'http://localhost:3000/hook', kinds: ['*'] }),
    status: 422,
    says: ['url field', 'must be public', 'OUTBOUND_ALLOW', 'url=format'],
  },
  {
    mistake: 'a rule with a value of the wrong shape',
    send: rest('POST', '/lists/{list}/segments', {
      name: 'S',
      conditions: { operator: 'and', rules: [{ type: 'event', operator: 'performed', value: 'order' }] },
    }),
    status: 422,
    says: ['conditions.rules.0.value field', 'an object with name, at_least, within_days, where'],
  },
  {
    mistake: 'a plus sign in a query',
    send: rest('GET', '/events?email=ada+news@people.test'),
    status: 422,
    says: ['email field', 'write + in an address as %2B', 'email=format'],
  },
  {
    mistake: 'another body with the same Idempotency-Key',
    send: async (shop) => {
      const options = { headers: { 'idempotency-key': 'order-1001' } };
      await rest('POST', '/events', EVENT, options)(shop);
      return rest('POST', '/events', { ...EVENT, name: 'order', value: 900, currency: 'EUR' }, options)(shop);
    },
    status: 422,
    says: ['Idempotency-Key', 'already used for another request', 'Use a new key', 'Idempotency-Key=taken'],
  },
];
