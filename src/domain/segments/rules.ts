import type { Loose } from './conditions.ts';
import type { RuleType } from './rule-type.ts';
import { attribute } from './rules/attribute.ts';
import { bounce } from './rules/bounce.ts';
import { campaign } from './rules/campaign.ts';
import { email, firstName, lastName, subscribedAt, timezone } from './rules/columns.ts';
import { engagement } from './rules/engagement.ts';
import { event, triggerEvent } from './rules/event.ts';
import { language } from './rules/language.ts';
import { revenue } from './rules/revenue.ts';
import { sample } from './rules/sample.ts';
import { segment } from './rules/segment.ts';
import { tags } from './rules/tags.ts';
import { transactional } from './rules/transactional.ts';
import type { SegmentContext } from './segment-context.ts';

type Allowed = Pick<SegmentContext, 'triggerEvent'>;

const RULES = {
  language,
  engagement,
  tags,
  attribute,
  email,
  first_name: firstName,
  last_name: lastName,
  timezone,
  subscribed_at: subscribedAt,
  event,
  campaign,
  transactional,
  bounce,
  revenue,
  segment,
  sample,
} satisfies Record<string, RuleType>;

export type RuleName = keyof typeof RULES;

/** Every kind of segment rule by its name in the API. */
export const RULE_TYPES: ReadonlyMap<string, RuleType> = new Map(Object.entries<RuleType>(RULES));

/** Only automation conditions have it. */
const TRIGGER_EVENT = 'trigger_event';

/** The same with the kind of rule that only automation conditions have. */
export const ALL_RULE_TYPES: ReadonlyMap<string, RuleType> = new Map([...RULE_TYPES, [TRIGGER_EVENT, triggerEvent]]);

export const typeOf = (rule: Loose, allowed: Allowed = {}): RuleType | undefined =>
  allowed.triggerEvent && rule.type === TRIGGER_EVENT ? triggerEvent : RULE_TYPES.get(rule.type as string);

export const typeNames = ({ triggerEvent }: Allowed = {}): string[] => [
  ...RULE_TYPES.keys(),
  ...(triggerEvent ? [TRIGGER_EVENT] : []),
];
