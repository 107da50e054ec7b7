import { orNull } from '../domain/found.ts';
import { OAUTH2_PROVIDERS, type OAuth2 as TransportOAuth2 } from '../domain/transports/oauth2.ts';
import { type TransportTest as Test, testTransport } from '../domain/transports/test-transport.ts';
import { TLS_MODES, type TlsMode, tlsModeOf } from '../domain/transports/tls-modes.ts';
import type { DomainLimit as Limit } from '../domain/transports/transport-input.ts';
import {
  createTransport,
  deleteTransport,
  listTransports,
  readTransport,
  updateTransport,
} from '../domain/transports/transports.ts';
import { dailyLimit } from '../domain/transports/warm-up.ts';
import { writtenDay } from '../validation/time.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

const DomainLimit = builder.objectRef<Limit>('DomainLimit').implement({
  description: 'The limits for what a transport sends to one recipient domain. Null: no limit.',
  fields: (t) => ({
    domain: t.exposeString('domain'),
    connections: t.exposeInt('connections', {
      nullable: true,
      description: 'The most messages sent at the same time, per process.',
    }),
    messagesPerMinute: t.exposeInt('messagesPerMinute', {
      nullable: true,
      description: 'The most messages in a minute, over all processes.',
    }),
  }),
});

const TlsModeType = wireEnum('TlsMode', 'When the session with a mail server is encrypted.', TLS_MODES, {
  required: 'Always. Without TLS nothing is sent.',
  opportunistic: 'If the server offers it. A password is only sent over TLS.',
  off: 'Never. There must be no user and password.',
});

const TLS = 'When the session is encrypted. With a user and a password it always is.';
const CA = 'The only authorities whose certificates are trusted: certificates in PEM.';
const FINGERPRINT = 'SHA-256 of the only certificate that is trusted, in hexadecimal. It replaces all other checks.';
const EHLO_NAME = 'How EHLO names this installation, such as mail.shop.example.';

const Provider = wireEnum('OAuth2Provider', 'Who renews the access tokens of a transport.', OAUTH2_PROVIDERS, {
  microsoft: 'Microsoft 365 and Outlook.com.',
  google: 'Google Workspace and Gmail.',
});

const OAuth2 = builder.objectRef<TransportOAuth2>('TransportOAuth2').implement({
  description: 'How the access tokens of a transport are renewed.',
  fields: (t) => ({
    provider: t.expose('provider', { type: Provider, nullable: true, description: 'Null: see `tokenUrl`.' }),
    tenant: t.exposeString('tenant', { nullable: true, description: 'The tenant of Microsoft. Null: common.' }),
    tokenUrl: t.exposeString('tokenUrl', {
      nullable: true,
      description: 'Where tokens are renewed, without a provider.',
    }),
    clientId: t.exposeString('clientId'),
  }),
});

export const Transport = builder.prismaObject('Transport', {
  description: 'A mail server by which the team sends. Its password is never shown.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    host: t.exposeString('host'),
    port: t.exposeInt('port'),
    secure: t.exposeBoolean('secure', {
      description: 'True: TLS from the start of the connection. False: STARTTLS, as `tls` says.',
    }),
    tls: t.field({
      type: TlsModeType,
      description: 'When the session is encrypted.',
      resolve: ({ tls, user }) => tlsModeOf(tls as TlsMode | null, user !== null),
    }),
    ca: t.exposeString('ca', {
      nullable: true,
      description: 'The only authorities whose certificates are trusted, in PEM. Null: those of the system.',
    }),
    fingerprint: t.exposeString('fingerprint', {
      nullable: true,
      description: 'SHA-256 of the only certificate that is trusted, whatever its name and dates.',
    }),
    ehloName: t.exposeString('ehloName', {
      nullable: true,
      description: 'How EHLO names this installation. Null: the host of its public address.',
    }),
    user: t.exposeString('user', { nullable: true }),
    oauth2: t.field({
      type: OAuth2,
      nullable: true,
      description:
        'How access tokens are renewed, where the transport logs in by XOAUTH2. Its secrets are never shown.',
      resolve: ({ oauth2 }) => oauth2 as unknown as TransportOAuth2 | null,
    }),
    connections: t.exposeInt('connections', { description: 'The most connections at the same time, per process.' }),
    messagesPerMinute: t.exposeInt('messagesPerMinute', {
      nullable: true,
      description: 'The most messages in a minute, over all processes. Null: no limit.',
    }),
    warmUpStartedOn: t.string({
      nullable: true,
      description: 'The first day (UTC) of the warm-up, in which the daily limit grows.',
      resolve: ({ warmUpStartedOn }) => warmUpStartedOn && writtenDay(warmUpStartedOn),
    }),
    dailyLimit: t.int({
      nullable: true,
      description: 'The most messages on this day (UTC), while the transport is warming up.',
      resolve: ({ warmUpStartedOn }, _, { scope }) => dailyLimit(warmUpStartedOn, scope.now()) ?? null,
    }),
    sentToday: t.int({
      description: 'The number of messages sent on this day (UTC). Counted while there is a limit.',
      resolve: ({ id }, _, { loaders }) => loaders.sentToday.load(id),
    }),
    domainLimits: t.field({ type: [DomainLimit], resolve: ({ domainLimits }) => domainLimits as unknown as Limit[] }),
    headers: t.field({
      type: 'JSONObject',
      description: 'Headers of all messages that leave by it, by name. A header of the message itself comes first.',
      resolve: ({ headers }) => headers as object,
    }),
    isDefault: t.boolean({
      description: 'Used when no transport is given.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.defaultTransport.load('team')) === id,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const TransportTest = builder.objectRef<Test>('TransportTest').implement({
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'True if the server could be reached and accepted the login.' }),
    problem: t.exposeString('problem', { nullable: true, description: 'What went wrong.' }),
  }),
});

const DomainLimitInput = builder.inputType('DomainLimitInput', {
  fields: (t) => ({
    domain: t.string({ required: true, description: 'What stands behind the @ of recipients, such as gmail.com.' }),
    connections: t.int({ description: 'The most messages sent at the same time, per process.' }),
    messagesPerMinute: t.int({ description: 'The most messages in a minute, over all processes.' }),
  }),
});

const OAuth2Input = builder.inputType('TransportOAuth2Input', {
  description: 'How access tokens are renewed. Either `provider` or `tokenUrl` is required.',
  fields: (t) => ({
    provider: t.field({ type: Provider, description: 'Whose token address is used.' }),
    tenant: t.string({ description: 'Of Microsoft: its id or domain. Default: common.' }),
    tokenUrl: t.string({ description: 'The token address of another provider (https).' }),
    clientId: t.string({ required: true, description: 'The id of your registered application.' }),
    clientSecret: t.string({ description: 'Its secret, if it has one. It is kept encrypted, and never shown.' }),
    refreshToken: t.string({ required: true, description: 'It is kept encrypted, and never shown.' }),
  }),
});

const CreateTransportInput = builder.inputType('CreateTransportInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'What the team calls it.' }),
    host: t.string({ required: true, description: 'The name or the address of the mail server.' }),
    port: t.int({ description: 'Default: 465 if `secure` is true, else 587.' }),
    secure: t.boolean({ description: 'Default: true for port 465, else false.' }),
    tls: t.field({ type: TlsModeType, description: `${TLS} Default: required with a user, else opportunistic.` }),
    ca: t.string({ description: CA }),
    fingerprint: t.string({ description: FINGERPRINT }),
    ehloName: t.string({ description: `${EHLO_NAME} Default: the host of the public address.` }),
    user: t.string({ description: 'Of the log-in. Default: nobody logs in.' }),
    password: t.string({ description: 'Of the log-in. It is kept encrypted, and never shown.' }),
    oauth2: t.field({ type: OAuth2Input, description: 'Logs in by XOAUTH2, in the place of a password.' }),
    connections: t.int({ description: 'Default: 5.' }),
    messagesPerMinute: t.int({ description: 'The most messages in a minute, over all processes. Default: no limit.' }),
    warmUpStartedOn: t.string({ description: 'Such as 2026-01-31.' }),
    domainLimits: t.field({ type: [DomainLimitInput], description: 'More limits, for the domains of recipients.' }),
    headers: t.field({ type: 'JSONObject', description: 'Headers of all messages that leave by it, by name.' }),
    isDefault: t.boolean({ description: 'Whether it is used where no transport is given.' }),
  }),
});

const UpdateTransportInput = builder.inputType('UpdateTransportInput', {
  description:
    'An absent field keeps its value, and null sets it to its default. A change of host, port or TLS requires the password.',
  fields: (t) => ({
    name: t.string({ description: 'What the team calls it.' }),
    host: t.string({ description: 'The name or the address of the mail server.' }),
    port: t.int({ description: 'Null: 465 if `secure` is true, else 587.' }),
    secure: t.boolean({ description: 'Whether the connection begins with TLS. Null: true for port 465, else false.' }),
    tls: t.field({ type: TlsModeType, description: `${TLS} Null: required with a user, else opportunistic.` }),
    ca: t.string({ description: `${CA} Null: those of the system.` }),
    fingerprint: t.string({ description: `${FINGERPRINT} Null: certificates are checked as usual.` }),
    ehloName: t.string({ description: `${EHLO_NAME} Null: the host of the public address.` }),
    user: t.string({ description: 'Of the log-in. Null: nobody logs in.' }),
    password: t.string({ description: 'Of the log-in. It is kept encrypted, and never shown.' }),
    oauth2: t.field({ type: OAuth2Input, description: 'Replaces all of it. Null: no XOAUTH2.' }),
    connections: t.int({ description: 'The most at the same time, per process. Null: 5.' }),
    messagesPerMinute: t.int({ description: 'The most messages in a minute, over all processes. Null: no limit.' }),
    warmUpStartedOn: t.string({
      description: 'The first day (UTC) of the warm-up, such as 2026-01-31. Null: there is none.',
    }),
    domainLimits: t.field({
      type: [DomainLimitInput],
      description: 'All limits for the domains of recipients. One that is left out is removed.',
    }),
    headers: t.field({ type: 'JSONObject', description: 'Headers of all messages that leave by it, by name.' }),
    isDefault: t.boolean({ description: 'Whether it is used where no transport is given.' }),
  }),
});

builder.queryFields((t) => ({
  transport: t.field({
    type: Transport,
    nullable: true,
    description: 'A transport, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readTransport(scope, id)),
  }),
  transports: t.connection({
    type: Transport,
    description: 'The transports of the team, newest first.',
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listTransports(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createTransport: t.field({
    type: Transport,
    description: 'Creates a transport: a mail server that the team sends by. The password is never shown.',
    args: { input: t.arg({ type: CreateTransportInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => createTransport(scope, installation, input),
  }),
  updateTransport: t.field({
    type: Transport,
    description: 'Changes the fields that are given. When the server changes, its password must be given again.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateTransportInput, required: true }) },
    resolve: (_, { id, input }, { scope, installation }) => updateTransport(scope, installation, id, input),
  }),
  deleteTransport: t.field({
    type: DeletePayload,
    description: 'Deletes a transport. What it would have sent is sent by the default transport of the team.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteTransport(scope, id)),
  }),
  testTransport: t.field({
    type: TransportTest,
    description: 'Connects to a transport and logs in. Nothing is sent.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation }) => testTransport(scope, installation, id),
  }),
}));
