import fc from 'fast-check';
import type { StepType } from '../../../src/domain/automations/definition/definition.ts';

// Random automations, and the events of the person in them. All times are half hours, so that many automations share them.

export interface Naive {
  definition: Definition;
  history: Action[];
  zone: 'UTC' | 'Asia/Tokyo';
}

export interface Definition {
  trigger: { type: 'event'; name: string; where?: Where[] };
  entry: { again: 'never' | 'after_end' | 'always' | 'restart'; not_within?: string; if?: Group };
  exits: Exit[];
  steps: Step[];
  send_window?: Window;
}

export interface Window {
  from: string;
  to: string;
  weekdays?: string[];
}

export type Exit = { goal: boolean } & (
  | { type: 'event'; name: string; where?: Where[] }
  | { type: 'segment'; if: Group }
);
/** Each event has its number in these three places. */
const PLACES = ['n', 'value', 'lines.n'] as const;

/** The data of an event with a number. */
export const withNumber = (n: number) => ({
  ...{ value: n, currency: 'EUR' },
  properties: { n, lines: [{}, { n: n.toFixed(2) }] },
});

/** A number, or the number of the event that started the run. */
type Compared = number | { trigger_property: (typeof PLACES)[number] };
export type Where = { property: (typeof PLACES)[number]; operator: 'equals' | 'gte' | 'lt'; value: Compared };
export type Group = { operator: 'and' | 'or'; rules: Rule[] };
export type Rule =
  | { type: 'tags'; operator: 'has_any' | 'has_none'; value: string[] }
  | { type: 'attribute'; field: 'city'; operator: 'equals' | 'is_set'; value?: string }
  | ({ type: 'trigger_event' } & Where);

export type Step = { id: string } & (
  | { type: 'wait'; for?: string; until?: { time: string; weekdays?: string[] } }
  | { type: 'wait_for'; event: { name: string; where?: Where[] }; timeout: string; then: Step[]; else: Step[] }
  | { type: 'condition'; if: Group; then: Step[]; else: Step[] }
  | { type: 'split'; branches: { name: string; percent: number; steps: Step[] }[] }
  | { type: 'add_tags'; tags: string[] }
  | { type: 'remove_tags'; tags: string[] }
  | { type: 'set_attribute'; key: 'city'; value: string | null }
  | { type: 'unsubscribe'; list: string }
  /** The list of the automation is empty here; `other` is another one. */
  | { type: 'subscribe'; list: '' | 'other' }
  | { type: 'send'; template: string; send_window?: Window | null }
  | { type: 'webhook'; url: string }
  | { type: 'exit' }
);

export type Action = { slot: number } & (
  | { does: 'event'; name: string; n: number; secondsAgo: number; reference: number | null }
  | { does: 'tag'; tag: string }
  | { does: 'untag'; tag: string }
  | { does: 'leave' }
);

export const SLOT_MS = 1_800_000;
const TAGS = ['red', 'green', 'stop'];
const CITIES = ['Rome', 'Oslo'];
const DURATIONS = ['PT30M', 'PT1H', 'PT2H', 'PT12H', 'P1D', 'P2D'];
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Present in one case of four. */
const seldom = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const duration = fc.constantFrom(...DURATIONS);
const tag = fc.constantFrom(...TAGS);
const n = fc.integer({ min: 0, max: 3 });
/** The first one starts runs. */
const eventName = fc.constantFrom('start', 'a', 'b');
const conditions = (value: fc.Arbitrary<Compared>): fc.Arbitrary<Where[] | undefined> =>
  seldom(
    fc.array(
      fc.record({
        property: fc.constantFrom(...PLACES),
        operator: fc.constantFrom('equals' as const, 'gte' as const, 'lt' as const),
        value,
      }),
      { minLength: 1, maxLength: 2 },
    ),
  );
const where = conditions(n);
const ofTrigger = fc.constantFrom(...PLACES).map((trigger_property) => ({ trigger_property }));
const compared = fc.oneof<fc.Arbitrary<Compared>[]>(n, ofTrigger);
const named = fc
  .record({ name: eventName, where: conditions(compared) })
  .map(({ name, where }) => ({ name, ...(where && { where }) }));

const tagRule: fc.Arbitrary<Rule> = fc.record({
  type: fc.constant('tags' as const),
  operator: fc.constantFrom('has_any' as const, 'has_none' as const),
  value: fc.array(tag, { minLength: 1, maxLength: 2 }),
});
const cityRule: fc.Arbitrary<Rule> = fc.constantFrom<Rule>(
  ...CITIES.map((value): Rule => ({ type: 'attribute', field: 'city', operator: 'equals', value })),
  { type: 'attribute', field: 'city', operator: 'is_set' },
);
const triggerRule: fc.Arbitrary<Rule> = fc
  .constantFrom('equals' as const, 'gte' as const)
  .chain((operator) =>
    fc
      .tuple(compared, fc.constantFrom(...PLACES))
      .map(([value, property]): Rule => ({ type: 'trigger_event', property, operator, value })),
  );
const group = (...rules: fc.Arbitrary<Rule>[]): fc.Arbitrary<Group> =>
  fc.record({
    operator: fc.constantFrom('and' as const, 'or' as const),
    rules: fc.array(fc.oneof(...rules), { minLength: 1, maxLength: 2 }),
  });
const anyGroup = group(tagRule, cityRule, triggerRule);

const wait: fc.Arbitrary<Unnumbered<'wait'>> = fc.oneof(
  { weight: 3, arbitrary: duration.map((value) => ({ type: 'wait' as const, for: value })) },
  {
    weight: 1,
    arbitrary: fc
      .record({
        time: fc.constantFrom('09:00', '18:30', '00:00'),
        weekdays: fc.option(fc.subarray(WEEKDAYS, { minLength: 1, maxLength: 3 }), { nil: undefined }),
      })
      .map(({ time, weekdays }) => ({ type: 'wait' as const, until: { time, ...(weekdays && { weekdays }) } })),
  },
);

const time = fc.constantFrom('08:00', '20:00', '22:30', '02:00');
const window: fc.Arbitrary<Window> = fc
  .record({
    ...{ from: time, to: time },
    weekdays: fc.option(fc.subarray(WEEKDAYS, { minLength: 1, maxLength: 5 }), { nil: undefined }),
  })
  .filter(({ from, to }) => from !== to)
  .map(({ from, to, weekdays }) => ({ from, to, ...(weekdays && { weekdays }) }));

type Unnumbered<Type extends StepType> = Omit<Extract<Step, { type: Type }>, 'id'>;

/** Steps of each type, and how often it comes. A new type does not compile without steps here and in `interpret.ts`. */
const SIMPLE: { [Type in Exclude<StepType, keyof typeof NESTED>]: [number, fc.Arbitrary<Unnumbered<Type>>] } = {
  wait: [4, wait],
  add_tags: [2, tag.map((one) => ({ type: 'add_tags', tags: [one] }))],
  remove_tags: [1, tag.map((one) => ({ type: 'remove_tags', tags: [one] }))],
  set_attribute: [1, fc.constantFrom(...CITIES, null).map((value) => ({ type: 'set_attribute', key: 'city', value }))],
  exit: [1, fc.constant({ type: 'exit' })],
  unsubscribe: [1, fc.constant({ type: 'unsubscribe', list: '' })],
  subscribe: [1, fc.constantFrom('' as const, 'other' as const).map((list) => ({ type: 'subscribe', list }))],
  webhook: [1, fc.constant({ type: 'webhook', url: 'https://shop.example/hook' })],
  send: [
    3,
    fc
      .option(seldom(window), { nil: null, freq: 6 })
      .map((send_window) => ({ type: 'send', template: 'Issue', ...(send_window !== undefined && { send_window }) })),
  ],
};

/** Steps with steps inside. */
const NESTED = {
  wait_for: (inner: fc.Arbitrary<Step[]>): fc.Arbitrary<Unnumbered<'wait_for'>> =>
    fc
      .record({ event: named, timeout: duration, then: inner, else: inner })
      .map((keys) => ({ type: 'wait_for', ...keys })),
  condition: (inner: fc.Arbitrary<Step[]>): fc.Arbitrary<Unnumbered<'condition'>> =>
    fc.record({ if: anyGroup, then: inner, else: inner }).map((keys) => ({ type: 'condition', ...keys })),
  split: (inner: fc.Arbitrary<Step[]>): fc.Arbitrary<Unnumbered<'split'>> =>
    fc.tuple(inner, inner, inner).map(([one, two, three]) => ({
      type: 'split',
      branches: [
        { name: 'one', percent: 40, steps: one },
        { name: 'two', percent: 60, steps: two },
        { name: 'three', percent: 0, steps: three },
      ],
    })),
};

const simple = fc.oneof(
  ...Object.values(SIMPLE).map(([weight, arbitrary]) => ({ weight, arbitrary: arbitrary as fc.Arbitrary<object> })),
);

/** Their ids come last. */
const stepsUpTo = (depth: number): fc.Arbitrary<object[]> => {
  if (depth === 0) return fc.array(simple, { maxLength: 2 });
  const inner = stepsUpTo(depth - 1) as fc.Arbitrary<Step[]>;
  const nested = Object.values(NESTED).map((made): fc.Arbitrary<object> => made(inner));
  const step = fc.oneof({ weight: 3, arbitrary: simple }, { weight: 2, arbitrary: fc.oneof(...nested) });
  return fc.array(step, { minLength: depth === 2 ? 1 : 0, maxLength: 4 });
};

const exit: fc.Arbitrary<Exit> = fc.boolean().chain((goal) =>
  fc.oneof(
    named.map((event): Exit => ({ goal, type: 'event', ...event })),
    fc.constant<Exit>({
      ...{ goal, type: 'segment' },
      if: { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: ['stop'] }] },
    }),
  ),
);

const entry: fc.Arbitrary<Definition['entry']> = fc
  .record({
    again: fc.constantFrom('never' as const, 'after_end' as const, 'always' as const, 'restart' as const),
    not_within: seldom(fc.constantFrom('PT2H', 'P1D')),
    if: seldom(anyGroup),
  })
  .map(({ again, ...rest }) => ({
    again,
    ...(rest.not_within && { not_within: rest.not_within }),
    ...(rest.if && { if: rest.if }),
  }));

const SLOTS = 200;
const happens: fc.Arbitrary<object> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constant('event'),
      name: eventName,
      n,
      secondsAgo: fc.constantFrom(0, 0, 0, 0, 3, 3_600, 93_600),
      reference: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null, freq: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('tag', 'untag'), tag }) },
  { weight: 1, arbitrary: fc.constant({ does: 'leave' }) },
);
/** Begins with the event that starts a run. At each time one thing happens to a person. */
const history: fc.Arbitrary<Action[]> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: SLOTS }), happens), { minLength: 2, maxLength: 10 })
  .map((all) => {
    const first = { slot: 0, does: 'event', name: 'start', n: 2, secondsAgo: 0, reference: null } as Action;
    const others = new Map(all.map(([slot, one]) => [slot, { slot, ...one } as Action]));
    return [first, ...[...others.values()].sort((a, b) => a.slot - b.slot)];
  });

/** Assigns ids to steps, in document order. */
function numbered(steps: readonly object[], next = { id: 0 }): Step[] {
  return steps.map((step): Step => {
    const one = { id: `s${next.id++}`, ...step } as Step;
    if (one.type === 'wait_for' || one.type === 'condition') {
      const then = numbered(one.then, next);
      return { ...one, then, else: numbered(one.else, next) };
    }
    if (one.type !== 'split') return one;
    return { ...one, branches: one.branches.map((branch) => ({ ...branch, steps: numbered(branch.steps, next) })) };
  });
}

export const naiveCase: fc.Arbitrary<Naive> = fc
  .record({
    ...{ where, entry, exits: fc.array(exit, { maxLength: 2 }), steps: stepsUpTo(2), history },
    zone: fc.constantFrom('UTC' as const, 'Asia/Tokyo' as const),
    send_window: seldom(window),
  })
  .map(({ where, entry, exits, steps, history, zone, send_window }) => ({
    ...{ history, zone },
    definition: {
      trigger: { type: 'event', name: 'start', ...(where && { where }) },
      ...{ entry, exits, steps: numbered(steps), ...(send_window && { send_window }) },
    },
  }));
