import { type IssuedToken as Issued, issueToken, listTokens, withdrawToken } from '../domain/platform/team-tokens.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

const Ability = wireEnum('Ability', 'What a token may do; write includes read.', ['read', 'write']);

const ApiToken = builder.prismaObject('ApiToken', {
  description: 'A way in for programs. The token itself is kept nowhere.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    ability: t.expose('ability', { type: Ability }),
    prefix: t.exposeString('prefix', { description: 'First characters of the token, to recognise it by.' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'To the minute.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const IssuedToken = builder.objectRef<Issued>('IssuedToken').implement({
  fields: (t) => ({
    token: t.exposeString('token', { description: 'The token itself, shown this once.' }),
    details: t.expose('details', { type: ApiToken }),
  }),
});

const CreateTokenInput = builder.inputType('CreateTokenInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    ability: t.field({ type: Ability, required: true }),
    expiresAt: t.field({ type: 'DateTime', description: 'In the future; absent or null for never.' }),
  }),
});

builder.queryField('tokens', (t) =>
  t.connection({
    type: ApiToken,
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listTokens(scope, args)),
  }),
);

builder.mutationFields((t) => ({
  createToken: t.field({
    type: IssuedToken,
    args: { input: t.arg({ type: CreateTokenInput, required: true }) },
    resolve: (_, { input }, { scope }) => issueToken(scope, input),
  }),
  revokeToken: t.field({
    type: ApiToken,
    description: 'Ends its access everywhere at once; it may be the token that asks.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation: { access } }) =>
      withdrawToken(scope, id).finally(() => access.forget(scope.team.id)),
  }),
}));
