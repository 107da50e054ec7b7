import {
  type IssuedToken as Issued,
  issueToken,
  listTokens,
  updateToken,
  withdrawToken,
} from '../domain/platform/team-tokens.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

const Ability = wireEnum('Ability', 'What a token may do. WRITE includes READ.', ['read', 'write']);

const SCOPES =
  'A token that writes can be narrowed: with `events:write` it only records events, with `mails:send` it only sends transactional e-mails, with both only these. Empty: it may do all that its ability says.';

const ApiToken = builder.prismaObject('ApiToken', {
  description: 'A token by which a program has access. Only a hash of the token itself is stored.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    note: t.exposeString('note', { nullable: true, description: 'What it is for.' }),
    ability: t.expose('ability', { type: Ability }),
    scopes: t.exposeStringList('scopes', { description: SCOPES }),
    createdById: t.exposeID('createdBy', {
      nullable: true,
      description:
        'The member who made it, or whom it was handed over to. It never does more than they may. Null: the operator made it.',
    }),
    prefix: t.exposeString('prefix', {
      description: 'The first characters of the token, by which people recognise it.',
    }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'Accurate to the minute.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    rateLimit: t.exposeInt('rateLimit', {
      nullable: true,
      description:
        "Calls per minute. Null: the installation's limit. Zero, which only the command line gives: no limit.",
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const IssuedToken = builder.objectRef<Issued>('IssuedToken').implement({
  fields: (t) => ({
    token: t.exposeString('token', { description: 'The token itself. It is shown only once.' }),
    details: t.expose('details', { type: ApiToken }),
  }),
});

const LIMIT =
  "Calls per minute, at least 1 and at most the installation's limit. Default, and null: the installation's limit.";

const CreateTokenInput = builder.inputType('CreateTokenInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'What the team calls it.' }),
    note: t.string({ description: 'What it is for, at most 1,000 characters.' }),
    ability: t.field({ type: Ability, required: true, description: 'What it may do.' }),
    scopes: t.stringList({ description: SCOPES }),
    expiresAt: t.field({ type: 'DateTime', description: 'A time in the future. Default: the token never expires.' }),
    rateLimit: t.int({ description: LIMIT }),
  }),
});

const UpdateTokenInput = builder.inputType('UpdateTokenInput', {
  description: 'Absent fields are kept.',
  fields: (t) => ({
    name: t.string({ description: 'What the team calls it.' }),
    note: t.string({ description: 'What it is for, at most 1,000 characters.' }),
    rateLimit: t.int({ description: LIMIT }),
  }),
});

builder.queryField('tokens', (t) =>
  t.connection({
    type: ApiToken,
    description: 'The tokens of the team that are not revoked, newest first.',
    args: { offset: t.arg.int(), createdById: t.arg.id({ description: 'Only those of this member.' }) },
    resolve: (_, args, { scope }) => connection(listTokens(scope, args)),
  }),
);

builder.mutationFields((t) => ({
  createToken: t.field({
    type: IssuedToken,
    args: { input: t.arg({ type: CreateTokenInput, required: true }) },
    description: 'Creates a token of the team.',
    resolve: (_, { input }, { scope, installation: { config } }) => issueToken(scope, input, config.rateLimitPerMinute),
  }),
  updateToken: t.field({
    type: ApiToken,
    description:
      'Changes the name or the rate limit of a token, which may be that of the caller. It takes effect at once.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateTokenInput, required: true }) },
    resolve: (_, { id, input }, { scope, installation: { access, config } }) =>
      updateToken(scope, id, input, config.rateLimitPerMinute).finally(() => access.forget(scope.team.id)),
  }),
  revokeToken: t.field({
    type: ApiToken,
    description: 'Revokes a token at once, everywhere. A token may revoke itself.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation: { access } }) =>
      withdrawToken(scope, id).finally(() => access.forget(scope.team.id)),
  }),
}));
