import {
  type IssuedToken as Issued,
  issueToken,
  listTokens,
  updateToken,
  withdrawToken,
} from '../domain/platform/team-tokens.ts';
import type { TOKEN_SCOPES } from '../domain/platform/token-scopes.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

const Ability = wireEnum('Ability', 'The permissions of a token. WRITE includes READ.', ['read', 'write']);

type Scope = (typeof TOKEN_SCOPES)[number];

const TokenScope = builder.enumType('TokenScope', {
  description: 'What a restricted token can do.',
  values: {
    EVENTS_WRITE: { value: 'events:write', description: 'Record events.' },
    MAILS_SEND: { value: 'mails:send', description: 'Send transactional e-mails.' },
  } satisfies Record<string, { value: Scope; description: string }>,
});

const SCOPES_DESCRIPTION = 'Restricts a token with WRITE to these. Empty: no restriction.';

export const ApiToken = builder.prismaObject('ApiToken', {
  description: 'An API token. Only a hash of the token is stored.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    note: t.exposeString('note', { nullable: true, description: 'The purpose of the token.' }),
    ability: t.expose('ability', { type: Ability }),
    scopes: t.field({
      type: [TokenScope],
      description: SCOPES_DESCRIPTION,
      resolve: ({ scopes }) => scopes as Scope[],
    }),
    createdById: t.exposeID('createdBy', {
      nullable: true,
      description:
        'The member who created or took over the token, which never has more rights than they do. Null: the operator created it.',
    }),
    prefix: t.exposeString('prefix', {
      description: 'The first characters of the token, for recognition.',
    }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'Accurate to the minute.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    rateLimit: t.exposeInt('rateLimit', {
      nullable: true,
      description:
        "Calls per minute. Null: the installation's limit. Zero: no limit; only the command line can set it.",
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const IssuedToken = builder.objectRef<Issued>('IssuedToken').implement({
  fields: (t) => ({
    secret: t.exposeString('token', { description: 'The token. Shown only once.' }),
    apiToken: t.expose('details', { type: ApiToken, description: 'The new token.' }),
  }),
});

const LIMIT = "Calls per minute, from 1 to the installation's limit. Default or null: the installation's limit.";

const CreateTokenInput = builder.inputType('CreateApiTokenInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'An internal name.' }),
    note: t.string({ description: 'The purpose of the token. At most 1,000 characters.' }),
    ability: t.field({ type: Ability, required: true, description: "The token's rights." }),
    scopes: t.field({ type: [TokenScope], description: SCOPES_DESCRIPTION }),
    expiresAt: t.field({ type: 'DateTime', description: 'A time in the future. Default: the token never expires.' }),
    rateLimit: t.int({ description: LIMIT }),
  }),
});

const UpdateTokenInput = builder.inputType('UpdateApiTokenInput', {
  description: 'Absent fields keep their values.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the token.' }),
    name: t.string({ description: 'An internal name.' }),
    note: t.string({ description: 'The purpose of the token. At most 1,000 characters.' }),
    rateLimit: t.int({ description: LIMIT }),
  }),
});

builder.queryField('apiTokens', (t) =>
  t.connection({
    type: ApiToken,
    description: 'The active tokens of the team, newest first.',
    args: { offset: t.arg.int(), createdById: t.arg.id({ description: 'Only tokens of this member.' }) },
    resolve: (_, args, { scope }) => connection(listTokens(scope, args)),
  }),
);

builder.mutationFields((t) => ({
  createApiToken: t.field({
    type: IssuedToken,
    args: { input: t.arg({ type: CreateTokenInput, required: true }) },
    description: 'Creates a token of the team.',
    resolve: (_, { input }, { scope, installation: { config } }) => issueToken(scope, input, config.rateLimitPerMinute),
  }),
  updateApiToken: t.field({
    type: ApiToken,
    description: "Changes a token's name, note or rate limit immediately. A token can update itself.",
    args: { input: t.arg({ type: UpdateTokenInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope, installation: { access, config } }) =>
      updateToken(scope, id, input, config.rateLimitPerMinute).finally(() => access.forget(scope.team.id)),
  }),
  revokeApiToken: t.field({
    type: ApiToken,
    description: 'Revokes a token immediately. A token can revoke itself.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation: { access } }) =>
      withdrawToken(scope, id).finally(() => access.forget(scope.team.id)),
  }),
}));
