/** The operand of an operator: none, one or several plain values, or an object with its own fields. */
export type ValueKind =
  | ('none' | 'text' | 'texts' | 'tags' | 'language' | 'languages')
  | ('days' | 'percent' | 'number' | 'numbers' | 'date' | 'dates')
  | PropertyKind
  | (
      | 'event'
      | 'campaign'
      | 'campaignOpens'
      | 'template'
      | 'templateOpens'
      | 'bounces'
      | 'total'
      | 'orders'
      | 'lastOrder'
      | 'segment'
    );

/** Values that only event conditions accept. */
export type PropertyKind = 'numberList' | 'amount' | 'amounts' | 'amountList' | 'currency' | 'currencies';

export type Operators = Readonly<Record<string, ValueKind>>;

const PRESENCE = { is_set: 'none', is_not_set: 'none' } as const;
const COMPARED = {
  equals: 'text',
  not_equals: 'text',
  contains: 'text',
  not_contains: 'text',
  starts_with: 'text',
  ends_with: 'text',
  in: 'texts',
  not_in: 'texts',
} as const;
const TEXT = { ...COMPARED, ...PRESENCE } as const;
const MOMENT = {
  before: 'date',
  after: 'date',
  between: 'dates',
  within_last_days: 'days',
  older_than_days: 'days',
} as const;
const NUMBER = {
  equals: 'number',
  not_equals: 'number',
  gt: 'number',
  gte: 'number',
  lt: 'number',
  lte: 'number',
  between: 'numbers',
} as const;
const BOOLEAN = { is_true: 'none', is_false: 'none' } as const;

const mails = <const Kind extends 'campaign' | 'template'>(kind: Kind) => ({
  received: kind,
  not_received: kind,
  opened: `${kind}Opens` as const,
  not_opened: `${kind}Opens` as const,
  clicked: kind,
  not_clicked: kind,
});

/** Every kind of rule and its operators, as the API's JSON names them (docs/segments.md); a test compares it with the schema. */
export const GRAMMAR = {
  tags: { has_any: 'tags', has_all: 'tags', has_none: 'tags' },
  attribute: {},
  event: { performed: 'event', not_performed: 'event' },
  engagement: { active_within_days: 'days', inactive_for_days: 'days', never_active: 'none' },
  campaign: mails('campaign'),
  transactional: mails('template'),
  revenue: {
    total_gte: 'total',
    total_lte: 'total',
    orders_gte: 'orders',
    last_order_within_days: 'lastOrder',
  },
  language: { equals: 'language', not_equals: 'language', in: 'languages', not_in: 'languages' },
  email: { ...TEXT, domain_is: 'text' },
  first_name: TEXT,
  last_name: TEXT,
  timezone: TEXT,
  subscribed_at: MOMENT,
  bounce: { bounced: 'bounces', not_bounced: 'bounces' },
  segment: { in: 'segment', not_in: 'segment' },
  sample: { percent: 'percent' },
} as const satisfies Record<string, Operators>;

export type RuleType = keyof typeof GRAMMAR;

export const isRuleType = (text: unknown): text is RuleType => typeof text === 'string' && text in GRAMMAR;

/** The operators of an attribute rule, by the type of its contact field. */
export const OF_ATTRIBUTES = {
  TEXT,
  NUMBER: { ...NUMBER, ...PRESENCE },
  DATE: { ...MOMENT, within_next_days: 'days', anniversary_within_days: 'days', ...PRESENCE },
  BOOLEAN: { ...BOOLEAN, ...PRESENCE },
} as const satisfies Record<string, Operators>;

/** The operators of an event property, by the type of the compared value. */
export const OF_PROPERTIES = {
  text: { ...COMPARED, contains_any: 'texts', ...PRESENCE },
  number: {
    ...NUMBER,
    contains: 'number',
    not_contains: 'number',
    contains_any: 'numberList',
    in: 'numberList',
    not_in: 'numberList',
    ...PRESENCE,
  },
  boolean: { ...BOOLEAN, ...PRESENCE },
} as const satisfies Record<string, Operators>;
export type PropertyType = keyof typeof OF_PROPERTIES;

/** The operators of an event's own value and currency. */
export const OF_EVENTS = {
  value: {
    gte: 'amount',
    lte: 'amount',
    gt: 'amount',
    lt: 'amount',
    between: 'amounts',
    equals: 'amount',
    not_equals: 'amount',
    in: 'amountList',
    not_in: 'amountList',
    ...PRESENCE,
  },
  currency: { equals: 'currency', not_equals: 'currency', in: 'currencies', not_in: 'currencies', ...PRESENCE },
} as const satisfies Record<string, Operators>;

type NamesOf<Table> = { [Key in keyof Table]: keyof Table[Key] }[keyof Table];
type OwnWords = 'engagement' | 'revenue';

/** The types and operators of rules. Operators of some types have words of their own, under both names. */
export type RuleName =
  | (RuleType | 'trigger_event')
  | NamesOf<Omit<typeof GRAMMAR, OwnWords>>
  | { [Type in OwnWords]: `${Type}_${keyof (typeof GRAMMAR)[Type] & string}` }[OwnWords]
  | NamesOf<typeof OF_ATTRIBUTES>
  | NamesOf<typeof OF_PROPERTIES>
  | NamesOf<typeof OF_EVENTS>;
