import { GraphQLNonNull, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { expect, test } from 'vitest';
import { ACTION_WORDS } from '../../src/dashboard/screens/settings/audit/action-words.ts';
import { ACTIONS, SIGNING_IN } from '../../src/domain/audit/actions.ts';
import { FILES, MUTATIONS } from '../../src/schema/audit/entries.ts';
import { withAuditLog } from '../../src/schema/audit/with-audit-log.ts';
import { schema } from '../../src/schema/index.ts';

const names = (kind: 'mutation' | 'subscription') => Object.keys(schema.getRootType(kind as never)!.getFields());

test('every mutation states its audit log entry, or why it has none', () => {
  expect(names('mutation').filter((name) => !(name in MUTATIONS))).toEqual([]);
  expect(Object.keys(MUTATIONS).filter((name) => !names('mutation').includes(name))).toEqual([]);
  expect(Object.keys(FILES).filter((name) => !names('subscription').includes(name))).toEqual([]);
});

test('a mutation without an entry is refused at the start', () => {
  const field = { forgotten: { type: new GraphQLNonNull(GraphQLString), resolve: () => 'done' } };
  const type = (name: string) => new GraphQLObjectType({ name, fields: field });
  const one = new GraphQLSchema({ query: type('Query'), mutation: type('Mutation') });
  expect(() => withAuditLog(one)).toThrow('forgotten is missing from src/schema/audit/entries.ts');
});

test('every action belongs to a mutation, a file, signing in, or the tokens of a removed member', () => {
  const recorded: string[] = [...Object.values(MUTATIONS), ...Object.values(FILES)].flatMap((entry) =>
    'never' in entry ? [] : [entry.action],
  );
  recorded.push(...SIGNING_IN, 'token.handed_over');
  expect(ACTIONS.filter((action) => !recorded.includes(action))).toEqual([]);
});

test.each(Object.entries(ACTION_WORDS))('the dashboard has its own text for every action: %s', (_, words) => {
  expect(Object.keys(words).sort()).toEqual([...ACTIONS].sort());
  const said = Object.values(words);
  expect(said.filter((one, index) => one.trim() === '' || said.indexOf(one) !== index)).toEqual([]);
});
