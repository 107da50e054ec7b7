import { graphql, type Mistake, raw, rest } from './shop.ts';

const JSON_TYPE = 'application/json';
const EVENT = { email: 'ada@people.test', name: 'visit' };

/** Further mistakes of the same kinds, with other routes and inputs. */
export const FURTHER_MISTAKES: readonly Mistake[] = [
  {
    mistake: 'a token without Bearer',
    send: (shop) =>
      rest('GET', '/campaigns', undefined, { token: null, headers: { authorization: shop.api.token } })(shop),
    status: 401,
    says: ['Authorization header has another form', 'Authorization: Bearer <token>'],
  },
  {
    mistake: 'an unknown token',
    send: rest('GET', '/tags', undefined, { token: 'abc' }),
    status: 401,
    says: ['unknown, revoked or expired', 'in the dashboard, under API tokens'],
  },
  {
    mistake: 'POST for a change',
    send: rest('POST', '/templates/{template}', {}),
    status: 405,
    says: ['/v1/templates/{template_id} has no POST', 'It has GET, PUT, DELETE'],
  },
  {
    mistake: 'a comma before a bracket',
    send: rest('POST', '/tags', '{\n  "name": "vip",\n}'),
    status: 400,
    says: ['not valid JSON', 'Line 3, column 1', 'no comma before this bracket'],
  },
  {
    mistake: 'an unknown id',
    send: rest('GET', '/campaigns/123'),
    status: 404,
    says: ['GET /v1/campaigns/{campaign_id} exists', 'your team has nothing with this id'],
  },
  {
    mistake: 'a name instead of an id in a filter',
    send: rest('GET', '/campaigns?list=News'),
    status: 422,
    says: ['list field', 'must be the id of a list', 'list=not_found'],
  },
  {
    mistake: 'a name instead of an id in a body',
    send: rest('POST', '/campaigns', { name: 'May', list: 'News', template: 'thanks' }),
    status: 422,
    says: ['list field', 'must be the id of a list', 'list=not_found'],
  },
  {
    mistake: 'a list as the body',
    send: rest('POST', '/events', [EVENT]),
    status: 422,
    says: ['must be a JSON object', 'Send several events as {"events": [...]}'],
  },
  {
    mistake: 'a tag instead of a list of tags',
    send: rest('POST', '/lists/{list}/subscribers', { email: 'c@people.test', tags: 'vip' }),
    status: 422,
    says: ['tags field', 'must be an array: ["vip"]', 'tags=type'],
  },
  {
    mistake: 'a price as text',
    send: rest('POST', '/conversions', { email: 'ada@people.test', value: '12.50', currency: 'euro' }),
    status: 422,
    says: ['value field', '1250 for 12.50', 'currency field', 'exactly 3 letters'],
  },
  {
    mistake: 'an unknown editor',
    send: rest('PUT', '/templates/{template}', { editor: 'word' }),
    status: 422,
    says: ['editor field', 'must be one of', 'mjml', 'editor=choice'],
  },
  {
    mistake: 'a misspelt kind',
    send: rest('POST', '/webhooks', { url: 'https://shop.example/hook', kinds: ['mail.openned'] }),
    status: 422,
    says: ['kinds.0 field', 'GET /v1/webhook-kinds', 'Did you mean mail.opened?', 'kinds.0=choice'],
  },
  {
    mistake: 'too large a page',
    send: rest('GET', '/lists?per_page=1000'),
    status: 422,
    says: ['per_page field', 'between 1 and 100', 'per_page=range'],
  },
  {
    mistake: 'JSON instead of a file',
    send: (shop) => raw(shop, 'POST', `/v1/lists/${shop.list}/imports`, { payload: '{}', 'content-type': JSON_TYPE }),
    status: 415,
    says: ['Content-Type', 'must be text/csv, multipart/form-data or application/gzip'],
  },
  {
    mistake: 'a filter object',
    send: graphql('{ campaigns(filter: { status: SENT }) { totalCount } }'),
    status: 200,
    says: ['"filter"', 'It takes after, before', 'status'],
  },
  {
    mistake: 'a limit',
    send: graphql('{ templates(limit: 5) { totalCount } }'),
    status: 200,
    says: ['"limit"', 'Did you mean "first"?'],
  },
  {
    mistake: 'an object without fields',
    send: graphql('{ lists }'),
    status: 200,
    says: ['"lists"', 'must have a selection', 'Did you mean "lists { ... }"?'],
  },
  { mistake: 'me', send: graphql('{ me { id } }'), status: 200, says: ['"me"', 'Did you mean "viewer"?'] },
  {
    mistake: 'snake case in an input',
    send: graphql('mutation ($input: CreateListInput!) { createList(input: $input) { list { id } } }', {
      input: { name: 'N', from_email: 'a@b.test' },
    }),
    status: 200,
    says: ['path: from_email', 'Did you mean "fromEmail"', 'code: UNKNOWN_KEY'],
  },
  {
    mistake: 'an amount with decimals',
    send: graphql('mutation ($input: RecordSaleInput!) { recordSale(input: $input) { conversion { value } } }', {
      input: { email: 'ada@people.test', value: 12.5, currency: 'EUR' },
    }),
    status: 200,
    says: ['path: value', '12.5', 'integer'],
  },
  {
    mistake: 'variables as text',
    send: (shop) =>
      raw(shop, 'POST', '/graphql', {
        'content-type': JSON_TYPE,
        payload: JSON.stringify({ query: '{ lists { totalCount } }', variables: '{"first": 1}' }),
      }),
    status: 400,
    says: ['"variables"', 'an object, but given string'],
  },
  {
    mistake: 'a change by GET',
    send: (shop) =>
      raw(shop, 'GET', `/graphql?query=${encodeURIComponent('mutation { deleteTag(id: "x") { deletedId } }')}`, {
        accept: JSON_TYPE,
      }),
    status: 405,
    says: ['mutation', 'from a POST request', 'allow: POST'],
  },
  {
    mistake: 'a missing variable',
    send: graphql('query ($id: ID!) { list(id: $id) { name } }'),
    status: 200,
    says: ['"$id"', 'required', 'was not provided', 'code: REQUIRED'],
  },
];
