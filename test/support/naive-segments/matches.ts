import { createHash } from 'node:crypto';
import type { RuleName } from '../../../src/domain/segments/rules.ts';
import type { Group, Rule } from '../segments.ts';
import { compareBoolean, compareMoment, compareNumber, compareText, given } from './compare.ts';
import { matchesEvent } from './matches-event.ts';
import type { Mail, Person } from './person.ts';

/** The circumstances of a judgement, besides the person. */
export interface Circumstances {
  now: number;
  /** The team's time zone. */
  zone: string;
  teamId: number;
  segments: Record<string, Group>;
}

/** Whether a group matches a person, derived from the contract, without the product's own code. */
export const matches = (part: Group | Rule, person: Person, world: Circumstances): boolean =>
  'rules' in part
    ? part.rules[part.operator === 'and' ? 'every' : 'some']((inner) => matches(inner, person, world))
    : JUDGES[part.type as RuleName](part, person, world);

type Judge = (rule: Rule, person: Person, world: Circumstances) => boolean;

const EVER = 1e6;
const momentOf = (text: string | undefined) => (text === undefined || text.length === 10 ? text : Date.parse(text));

/** An operator that begins with not_ is the exact opposite of the other. */
const orNot = ({ operator }: Rule, result: boolean): boolean => (operator.startsWith('not_') ? !result : result);

/** Whether any of the e-mails was sent to, opened or clicked by the person, within the days of the rule. */
const reached = (rule: Rule, mails: Omit<Mail, 'template'>[]): boolean => {
  const { within_days = EVER } = given(rule);
  const what = rule.operator.replace('not_', '');
  const moments = mails.flatMap((mail) => {
    if (what === 'received') return [mail.sent ? mail.daysAgo : undefined];
    // A click implies an open.
    return what === 'opened' ? [mail.opened, mail.clicked] : [mail.clicked];
  });
  return orNot(
    rule,
    moments.some((daysAgo) => daysAgo !== undefined && daysAgo <= within_days),
  );
};

const JUDGES: Record<RuleName, Judge> = {
  language: (rule, { locale }) =>
    orNot(
      rule,
      [given(rule)].flat().some((code: string) => locale === code || !!locale?.startsWith(`${code}-`)),
    ),
  tags: (rule, person) => {
    const has = person.tags.map((tag) => tag.toLowerCase());
    const asked: string[] = given(rule).map((tag: string) => tag.toLowerCase());
    if (rule.operator === 'has_all') return asked.every((tag) => has.includes(tag));
    return asked.some((tag) => has.includes(tag)) === (rule.operator === 'has_any');
  },
  engagement: (rule, { events, touches }) => {
    const done = [...events, ...touches];
    if (rule.operator === 'never_active') return done.length === 0;
    return done.some(({ daysAgo }) => daysAgo <= given(rule)) === (rule.operator === 'active_within_days');
  },
  email: (rule, { email }) =>
    rule.operator === 'domain_is' ? email.split('@')[1] === given(rule) : compareText(email, rule),
  first_name: (rule, person) => compareText(person.first_name, rule),
  last_name: (rule, person) => compareText(person.last_name, rule),
  timezone: (rule, person) => compareText(person.timezone, rule),
  subscribed_at: (rule, { subscribedDaysAgo }, { now, zone }) =>
    compareMoment(subscribedDaysAgo === null ? undefined : now - subscribedDaysAgo * 86_400_000, rule, { now, zone }),
  attribute: (rule, { attributes }, { now, zone }) => {
    if (rule.field === 'city') return compareText(attributes.city, rule);
    if (rule.field === 'age') return compareNumber(attributes.age, rule);
    if (rule.field === 'paid') return compareBoolean(attributes.paid, rule);
    return compareMoment(momentOf(attributes[rule.field as 'born' | 'due']), rule, { now, zone });
  },
  event: (rule, person) => {
    const { name, at_least = 1, within_days = EVER, where = [] } = given(rule);
    const times = person.events.filter(
      (event) =>
        event.name === name &&
        event.daysAgo <= within_days &&
        where.every((condition: Rule & { property: string }) => matchesEvent(event, condition)),
    ).length;
    return orNot(rule, times >= at_least);
  },
  transactional: (rule, { mails }) => {
    const value = given(rule);
    const template = typeof value === 'string' ? value : value.template;
    return reached(
      rule,
      mails.filter((mail) => mail.template === template),
    );
  },
  campaign: (rule, { campaigns }) => {
    const value = given(rule);
    const mail = campaigns[typeof value === 'string' ? value : value.campaign];
    return reached(rule, mail ? [mail] : []);
  },
  bounce: (rule, { bounces }) => {
    const { cause, within_days = EVER } = given(rule);
    return orNot(
      rule,
      bounces.some(
        (one) => one.kind !== 'complaint' && (cause === undefined || one.cause === cause) && one.daysAgo <= within_days,
      ),
    );
  },
  revenue: (rule, person) => {
    const { amount, count, currency, within_days = EVER } = given(rule);
    const orders = person.events.filter(
      (event) =>
        event.name === 'order' &&
        event.value !== undefined &&
        event.daysAgo <= within_days &&
        (currency === undefined || event.currency === currency),
    );
    const total = orders.reduce((sum, { value = 0 }) => sum + value, 0);
    if (rule.operator === 'total_gte') return total >= amount;
    if (rule.operator === 'total_lte') return total <= amount;
    if (rule.operator === 'orders_gte') return orders.length >= count;
    return orders.length > 0;
  },
  segment: (rule, person, world) => orNot(rule, matches(world.segments[given(rule)]!, person, world)),
  sample: (rule, { email }, { teamId }) => {
    const hex = createHash('sha256').update(`${teamId}:${email}`).digest('hex');
    return Number.parseInt(hex.slice(24, 32), 16) % 100 < given(rule);
  },
};
