import { GraphQLNonNull, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { expect, test } from 'vitest';
import { ACTIONS } from '../../src/domain/audit/actions.ts';
import { ACTION_LABELS } from '../../src/generated/dashboard/audit-actions.ts';
import { entryOf, FILES, MUTATIONS } from '../../src/schema/audit/entries.ts';
import { withAuditLog } from '../../src/schema/audit/with-audit-log.ts';
import { schema } from '../../src/schema/index.ts';

const names = (kind: 'mutation' | 'subscription') => Object.keys(schema.getRootType(kind as never)!.getFields());

test('every mutation states its audit log entry, or why it has none', () => {
  expect(names('mutation').filter((name) => !entryOf(name))).toEqual([]);
  expect(Object.keys(MUTATIONS).filter((name) => !names('mutation').includes(name))).toEqual([]);
  expect(Object.keys(FILES).filter((name) => !names('subscription').includes(name))).toEqual([]);
});

test.each(['forgotten', 'createForgotten', 'updateImport'])(
  'a mutation %s without an entry is refused at the start',
  (name) => {
    const field = { [name]: { type: new GraphQLNonNull(GraphQLString), resolve: () => 'done' } };
    const type = (name: string) => new GraphQLObjectType({ name, fields: field });
    const one = new GraphQLSchema({ query: type('Query'), mutation: type('Mutation') });
    expect(() => withAuditLog(one)).toThrow(`The audit log does not know ${name}: give its object an action`);
  },
);

test.each([
  ['createList', 'list.created'],
  ['updateFeedbackSource', 'feedback_source.changed'],
  ['deleteSendingDomain', 'sending_domain.deleted'],
])('%s is recorded for everybody, as %s, after its name', (mutation, action) => {
  expect(MUTATIONS).not.toHaveProperty(mutation);
  expect(entryOf(mutation)).toEqual({ action, by: 'everybody' });
});

test('every action belongs to a mutation, a file, signing in, or the tokens of a removed member', () => {
  const recorded: string[] = [...names('mutation').map(entryOf), ...Object.values(FILES)].flatMap((entry) =>
    entry && 'action' in entry ? [entry.action] : [],
  );
  recorded.push('member.invitation_accepted', 'token.handed_over');
  recorded.push(...ACTIONS.filter((action) => /^(passkey|session)\./.test(action)));
  expect(ACTIONS.filter((action) => !recorded.includes(action))).toEqual([]);
});

test.each(Object.entries(ACTION_LABELS))('the dashboard has its own text for every action: %s', (_, words) => {
  expect(Object.keys(words).sort()).toEqual([...ACTIONS].sort());
  const said = Object.values(words);
  expect(said.filter((one, index) => one.trim() === '' || said.indexOf(one) !== index)).toEqual([]);
});
