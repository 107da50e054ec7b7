import { type GraphQLSchema, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

/** Names of other products for our root fields, without case. */
const MEANT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Query: {
    ...named('transactionalMails', 'mails', 'emails', 'messages', 'sentEmails'),
    ...named('viewer', 'me', 'user', 'currentUser', 'whoami'),
    ...named('subscribers', 'contacts', 'profiles', 'audience'),
    ...named('person', 'contact', 'profile', 'customer'),
    ...named('sales', 'conversions', 'orders', 'purchases'),
    ...named('usage', 'stats', 'statistics', 'metrics', 'analytics'),
    ...named('team', 'account', 'organization', 'organisation', 'workspace', 'settings'),
    ...named('campaigns', 'broadcasts', 'newsletters'),
    ...named('automations', 'flows', 'workflows', 'journeys'),
    ...named('lists', 'audiences', 'mailingLists'),
    ...named('apiTokens', 'tokens', 'apiKeys', 'keys'),
    ...named('contactFields', 'fields', 'customFields', 'attributes'),
    ...named('sendingDomains', 'domains'),
    ...named('suppressions', 'blocklist', 'bounces', 'unsubscribes'),
  },
  Mutation: {
    ...named('sendTransactionalMail', 'sendMail', 'sendEmail', 'sendMessage', 'send', 'createMail', 'createEmail'),
    ...named('recordEvent', 'trackEvent', 'track', 'createEvent', 'addEvent', 'logEvent'),
    ...named('createSubscriber', 'subscribe', 'subscribePerson', 'addSubscriber', 'upsertSubscriber'),
    ...named('createSubscriber', 'createContact', 'addContact', 'createPerson', 'upsertContact', 'identify'),
    ...named('createSubscribers', 'subscribeBatch', 'importSubscribers', 'addSubscribers', 'createContacts'),
    ...named('unsubscribeSubscriber', 'unsubscribe', 'removeSubscriber'),
    ...named('recordSale', 'recordConversion', 'createConversion', 'trackConversion', 'recordOrder', 'createOrder'),
    ...named('refundSale', 'refund', 'refundConversion'),
    ...named('createApiToken', 'createToken', 'createApiKey'),
    ...named('createContactField', 'createField', 'createCustomField', 'addField'),
    ...named('createSendingDomain', 'createDomain', 'addDomain'),
    ...named('createSuppression', 'suppress', 'block'),
    ...named('addSubscriberTags', 'addTag', 'addTags', 'tagSubscriber'),
    ...named('erasePerson', 'deletePerson', 'deleteContact', 'forgetPerson'),
    ...named('uploadMedia', 'uploadFile', 'uploadImage'),
  },
  Subscription: {
    ...named('eventRecorded', 'events', 'eventCreated', 'onEvent'),
    ...named('transactionalMailChanged', 'mails', 'mailChanged', 'mailUpdated', 'emailChanged'),
    ...named('changes', 'feed', 'notifications', 'all'),
  },
};

function named(field: string, ...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name.toLowerCase(), field]));
}

/** Usual names of arguments, without case. The first one that a field has is meant. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['limit', 'size', 'pagesize', 'perpage', 'count', 'take', 'max'].map((name) => [name, ['first']]),
  ),
  ...Object.fromEntries(['sort', 'order', 'sortby', 'orderby'].map((name) => [name, ['orderBy']])),
  ...Object.fromEntries(['q', 'query', 'name', 'contains'].map((name) => [name, ['search']])),
  cursor: ['after'],
  skip: ['offset'],
  page: ['offset', 'after'],
  list: ['listId'],
  segment: ['segmentId', 'filter'],
  ...Object.fromEntries(
    ['where', 'filters', 'filterby', 'status', 'tag', 'opened', 'clicked', 'bounced', 'action'].map((name) => [
      name,
      ['filter'],
    ]),
  ),
  state: ['status', 'filter'],
  email: ['recipient', 'filter'],
  recipient: ['filter'],
  since: ['from', 'filter'],
  from: ['since', 'filter'],
  until: ['to', 'filter'],
  to: ['until', 'filter'],
};

/** More names would hide the answer. */
const MOST_NAMES = 20;

/** Completes a message of graphql-js about an unknown name: the name that was probably meant, or the possible ones. */
export function withMeantName(message: string, schema: GraphQLSchema): string {
  const [first = '', suggested = ''] = message.split(/(?= Did you mean )/);
  const instead = insteadOfField(first, schema) ?? insteadOfArgument(first, schema) ?? insteadOfKey(first, schema);
  if (!instead) return message;
  return suggested && !instead.isCertain ? message : `${first} ${instead.words}`;
}

/** `isCertain`: better than a suggestion by spelling. */
interface Instead {
  words: string;
  isCertain: boolean;
}

const meant = (name: string): Instead => ({ words: `Did you mean "${name}"?`, isCertain: true });

function insteadOfField(message: string, schema: GraphQLSchema): Instead | undefined {
  const [, name = '', typeName = ''] = /Cannot query field "(\w+)" on type "(\w+)"\.$/.exec(message) ?? [];
  const type = schema.getType(typeName);
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
  const known = MEANT[typeName]?.[name.toLowerCase()];
  if (known) return meant(known);
  if (MEANT[typeName])
    return { words: 'The schema is at /schema.graphql, its reference at /reference.', isCertain: false };
  return { words: `${typeName} has ${listed(Object.keys(type.getFields()))}.`, isCertain: false };
}

function insteadOfArgument(message: string, schema: GraphQLSchema): Instead | undefined {
  const [, name = '', typeName = '', fieldName = ''] =
    /Unknown argument "(\w+)" on field "(\w+)\.(\w+)"\.$/.exec(message) ?? [];
  const type = schema.getType(typeName);
  if (!isObjectType(type)) return undefined;
  const names = type.getFields()[fieldName]?.args.map((argument) => argument.name) ?? [];
  const known = ARGUMENTS[name.toLowerCase()]?.find((one) => names.includes(one));
  if (known) return meant(known);
  const words = names.length > 0 ? `It takes ${listed(names)}.` : 'It takes no arguments.';
  return { words, isCertain: /^(filter|where)s?$/i.test(name) };
}

/** An unknown key of an input, or two keys of a choice. */
function insteadOfKey(message: string, schema: GraphQLSchema): Instead | undefined {
  const [, unknown] = /Field "\w+" is not defined by type "(\w+)"\.$/.exec(message) ?? [];
  const [, choice] = /OneOf (?:Input Object|type) "(\w+)"(?: must specify exactly one key)?\.$/.exec(message) ?? [];
  const type = schema.getType(unknown ?? choice ?? '');
  if (!isInputObjectType(type)) return undefined;
  const names = listed(Object.keys(type.getFields()));
  return unknown
    ? { words: `It takes ${names}.`, isCertain: false }
    : { words: `Send one of ${names}.`, isCertain: true };
}

const listed = (names: readonly string[]): string =>
  names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).join(', ')} and more` : names.join(', ');
