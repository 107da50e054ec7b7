import { FIELDS } from './fields.ts';

/** Operators that mean the same in each condition. */
const OPERATORS: Readonly<Record<string, string>> = {
  between: 'From and to, both included.',
  boolean: 'For values that are true or false.',
  contains: 'Contains this text. Case-insensitive.',
  containsAny: 'Contains one of these texts. Case-insensitive.',
  date: 'For dates.',
  domainIs: 'The part of the address after the @ equals this domain.',
  endsWith: 'Ends with this text. Case-insensitive.',
  equals: 'Equals this text. Case-insensitive.',
  from: 'The least value.',
  gt: 'Is greater than this number.',
  gte: 'Is at least this number.',
  hasAll: 'Has all of these tags.',
  hasAny: 'Has one of these tags.',
  hasNone: 'Has none of these tags.',
  if: 'The conditions.',
  in: 'Equals one of these texts. Case-insensitive.',
  lt: 'Is less than this number.',
  lte: 'Is at most this number.',
  notContains: 'The opposite of `contains`. Also matches without a value.',
  notEquals: 'The opposite of `equals`. Also matches without a value.',
  notIn: 'The opposite of `in`. Also matches without a value.',
  number: 'For numbers.',
  operator: 'Whether all rules must match, or one.',
  rules: '1 to 50 rules and groups.',
  startsWith: 'Starts with this text. Case-insensitive.',
  text: 'For text.',
  to: 'The greatest value.',
  value: 'How it compares.',
  where: 'Conditions on the properties.',
};

/** The same operators on numbers. */
const OF_NUMBERS: Readonly<Record<string, string>> = {
  contains: 'The list contains this number.',
  containsAny: 'The list contains one of these numbers.',
  equals: 'Equals this number.',
  in: 'Equals one of these numbers.',
};

/** Operators without a value. In an input they are `true`. */
const BARE: Readonly<Record<string, string>> = {
  isFalse: 'The value is false.',
  isNotSet: 'There is no value.',
  isSet: 'There is a value.',
  isTrue: 'The value is true.',
  neverActive: 'The person was never active.',
};

/** Operators with values that describe themselves. */
const MEANINGS: Readonly<Record<string, string>> = {
  activeWithinDays: 'The person was active within this time.',
  after: 'After this time or day.',
  anniversaryWithinDays: 'The next anniversary of the date is within this time.',
  before: 'Before this time or day.',
  equals: 'Is this language or a variant of it.',
  in: 'Is one of these languages or a variant of one.',
  inactiveForDays: 'The person was not active within this time. Also matches people who were never active.',
  notEquals: 'The opposite of `equals`. Also matches without a value.',
  notIn: 'The opposite of `in`. Also matches without a value.',
  olderThanDays: 'Longer ago than this.',
  withinLastDays: 'In the past, within this time.',
  withinNextDays: 'In the future, within this time.',
};

/** Describes an operator whose value has the description `own`. */
export const operatorText = (operator: string, own: string | undefined): string | undefined =>
  own && [MEANINGS[operator], own].filter(Boolean).join(' ');

/** The comparison with a property of the event that started the run. */
const WITH_TRIGGER: Readonly<Record<string, string>> = {
  contains: 'Contains the value of',
  containsAny: 'Contains one of the values of',
  endsWith: 'Ends with the value of',
  equals: 'Equals the value of',
  gt: 'Is greater than the value of',
  gte: 'Is at least the value of',
  in: 'Equals one of the values of',
  lt: 'Is less than the value of',
  lte: 'Is at most the value of',
  notContains: 'Does not contain the value of',
  notEquals: 'Does not equal the value of',
  notIn: 'Equals none of the values of',
  startsWith: 'Starts with the value of',
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

/** Describes a field of a rule or condition. Undefined: its name is not known. */
export function ruleField(typeName: string, field: string): string | undefined {
  const type = typeName.replace(/Input$/, '');
  const bare = type.endsWith('Condition') ? BARE[field] : undefined;
  if (bare) return type === typeName ? bare : `${bare} Must be true.`;
  if (type === 'PropertyTriggerPropertyValueCondition')
    return `${WITH_TRIGGER[field]} this property, of the event that started the run.`;
  const compared = type.endsWith('Rule') ? COMPARED[field] : undefined;
  const ofNumbers = type.includes('Number') ? OF_NUMBERS[field] : undefined;
  return compared ?? OF_CONDITION[type]?.[field] ?? ofNumbers ?? OPERATORS[field] ?? FIELDS[field];
}
