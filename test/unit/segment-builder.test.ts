import { readFileSync } from 'node:fs';
import { buildSchema, isInputObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { canBeBuilt, changePart, keyAt, readDraft, writeConditions } from '../../src/dashboard/rules/draft.ts';
import { GRAMMAR, OF_ATTRIBUTES, OF_PROPERTIES } from '../../src/dashboard/rules/grammar.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The fields of an input type by their names in JSON, with the name of each one's type. */
function fieldsOf(name: string): Map<string, string> {
  const type = schema.getType(name);
  if (!isInputObjectType(type)) throw new Error(`${name} is no input`);
  return new Map(
    Object.values(type.getFields()).map((field) => [snake(field.name), String(field.type).replace(/!/g, '')]),
  );
}

/** Only automations compare with the event that started them. */
const OF_AUTOMATIONS = ['trigger_event', 'trigger_property'];

const sorted = (names: Iterable<string>): string[] =>
  [...names].filter((name) => !OF_AUTOMATIONS.includes(name)).sort();

test("the segment builder has exactly the API's rule types and operators", () => {
  const rules = fieldsOf('SegmentGroupRuleInput');
  expect(sorted(Object.keys(GRAMMAR))).toEqual(sorted(rules.keys()));
  for (const [kind, operators] of Object.entries(GRAMMAR)) {
    if (kind === 'attribute') continue;
    const known = fieldsOf(rules.get(kind) ?? '').keys();
    expect([kind, sorted(Object.keys(operators))]).toEqual([kind, sorted(known)]);
  }
});

test('it has the operators of each attribute and property type', () => {
  for (const [value, known] of [
    ['AttributeValueConditionInput', OF_ATTRIBUTES],
    ['PropertyValueConditionInput', OF_PROPERTIES],
  ] as const) {
    const types = fieldsOf(value);
    const presence = ['is_set', 'is_not_set'];
    expect(sorted(types.keys())).toEqual(
      sorted([...Object.keys(known).map((type) => type.toLowerCase()), ...presence]),
    );
    for (const [type, operators] of Object.entries(known)) {
      const compared = fieldsOf(types.get(type.toLowerCase()) ?? '').keys();
      expect([type, sorted(Object.keys(operators))]).toEqual([type, sorted([...compared, ...presence])]);
    }
  }
});

const CONDITIONS = {
  operator: 'and',
  rules: [
    { type: 'language', operator: 'equals', value: 'en' },
    {
      operator: 'or',
      rules: [
        { type: 'tags', operator: 'has_any', value: ['vip'] },
        { type: 'sample', operator: 'percent', value: 5 },
      ],
    },
  ],
};

test('conditions are unchanged after reading and writing', () => {
  expect(writeConditions(readDraft(CONDITIONS)).conditions).toEqual(CONDITIONS);
});

test("skipped rules do not shift the server's errors for other rules", () => {
  const draft = readDraft(CONDITIONS);
  const written = writeConditions(draft, ({ type }) => type !== 'language');
  expect(written.conditions).toEqual({ operator: 'and', rules: [CONDITIONS.rules[1]] });
  const named = keyAt(written.keys, 'conditions.rules.0.rules.1.value');
  const without = writeConditions(changePart(draft, named ?? '', () => undefined));
  expect(without.conditions).toEqual({
    operator: 'and',
    rules: [CONDITIONS.rules[0], { operator: 'or', rules: [{ type: 'tags', operator: 'has_any', value: ['vip'] }] }],
  });
});

test('the builder refuses conditions that it does not know or would not keep', () => {
  const kinds = [...Object.keys(GRAMMAR), 'trigger_event'];
  const total = { type: 'trigger_event', property: 'total', operator: 'gt', value: 100 };
  const of = (...rules: unknown[]) => ({ operator: 'and', rules });
  for (const conditions of [CONDITIONS, of(total), of(), of({ value: ['vip'], operator: 'has_any', type: 'tags' })]) {
    expect([conditions, canBeBuilt(conditions, kinds)]).toEqual([conditions, true]);
  }
  for (const conditions of [
    {},
    of('text'),
    of({ type: 'tags', operator: 'has_any', value: ['vip'], note: 'kept' }),
    of({ type: 'horoscope', operator: 'is', value: 'aries' }),
    of(of()),
    { ...of(total), name: 'kept' },
  ]) {
    expect([conditions, canBeBuilt(conditions, kinds)]).toEqual([conditions, false]);
  }
  expect(canBeBuilt(of(total), Object.keys(GRAMMAR)), 'only where a run has an event').toBe(false);
});
