import { FIELDS } from './fields.ts';

/** Operators that mean the same in each condition. */
const OPERATORS: Readonly<Record<string, string>> = {
  between: 'From and to, both included.',
  boolean: 'For values that are true or false.',
  contains: 'Has this in it. Texts are compared without case.',
  containsAny: 'Contains one of these.',
  date: 'For dates.',
  domainIs: 'The domain of the address.',
  endsWith: 'Ends with this text.',
  equals: 'Is the same. Texts are compared without case.',
  from: 'The least value.',
  gt: 'Is greater.',
  gte: 'Is greater or equal.',
  hasAll: 'Has all of these tags.',
  hasAny: 'Has one of these tags.',
  hasNone: 'Has none of these tags.',
  if: 'The conditions.',
  in: 'Is one of these.',
  lt: 'Is less.',
  lte: 'Is less or equal.',
  notContains: 'Does not contain this.',
  notEquals: 'Does not equal this.',
  notIn: 'Is none of these.',
  number: 'For numbers.',
  operator: 'Whether all rules must match, or one.',
  rules: '1 to 50 rules and groups.',
  startsWith: 'Begins with this text.',
  text: 'For text.',
  to: 'The greatest value.',
  value: 'How it compares.',
  where: 'Conditions on the properties.',
};

const MAILS = {
  received: 'The person received such an e-mail.',
  notReceived: 'The opposite of `received`.',
  opened: 'The person opened such an e-mail.',
  notOpened: 'The opposite of `opened`: also people who received none.',
  clicked: 'The person clicked a link in such an e-mail.',
  notClicked: 'The opposite of `clicked`: also people who received none.',
};

/** Operators of one condition, by the name of its type without "Input". */
const OF_CONDITION: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  BounceCondition: {
    bounced: 'A message to the person bounced.',
    notBounced: 'The opposite of `bounced`.',
  },
  CampaignCondition: MAILS,
  EventCondition: {
    performed: 'The person has such events.',
    notPerformed: 'The opposite of `performed`.',
  },
  PropertyCondition: { property: 'The name of the property.' },
  RevenueCondition: {
    lastOrderWithinDays: 'The last order was at most this many days ago.',
    ordersGte: 'The number of orders is at least this.',
    totalGte: 'The revenue is at least this.',
    totalLte: 'The revenue is at most this.',
  },
  SegmentMembershipCondition: {
    in: 'The id of the segment that contains the person.',
    notIn: 'The id of the segment that does not contain the person.',
  },
  TransactionalCondition: MAILS,
};

/** What a rule compares, in a type of its own such as `TagsRule`. */
const COMPARED: Readonly<Record<string, string>> = {
  attribute: 'The attribute and its value.',
  bounce: 'The bounces of messages to the person.',
  campaign: 'What the person did with the e-mails of a campaign.',
  email: 'Compares the e-mail address.',
  engagement: 'When the person was last active.',
  event: 'The events of the person.',
  firstName: 'Compares the first name.',
  group: 'The rules of the group.',
  language: 'Compares the language.',
  lastName: 'Compares the last name.',
  property: 'The property of the event.',
  revenue: 'The revenue and orders of the person.',
  sample: 'The share of all people.',
  segment: 'The other segment.',
  subscribedAt: 'When the person subscribed.',
  tags: 'Compares the tags.',
  timezone: 'Compares the time zone.',
  transactional: 'What the person did with transactional e-mails of a template.',
  triggerEvent: 'The property of the event that started the run.',
};

const ofTriggerProperty = 'The name of the property of the event that started the run, with whose value it compares.';

/** Describes a field of a rule or condition. Undefined: its name is not known. */
export function ruleField(typeName: string, field: string): string | undefined {
  const type = typeName.replace(/Input$/, '');
  if (type === 'PropertyTriggerPropertyValueCondition') return ofTriggerProperty;
  const compared = type.endsWith('Rule') ? COMPARED[field] : undefined;
  return compared ?? OF_CONDITION[type]?.[field] ?? OPERATORS[field] ?? FIELDS[field];
}
