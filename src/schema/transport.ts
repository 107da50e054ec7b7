import { orNull } from '../domain/found.ts';
import { OAUTH2_PROVIDERS, type OAuth2 as TransportOAuth2 } from '../domain/transports/oauth2.ts';
import { type TransportTest as Test, testTransport } from '../domain/transports/test-transport.ts';
import type { DomainLimit as Limit } from '../domain/transports/transport-input.ts';
import { TLS_MODES, type TlsMode, tlsModeOf } from '../domain/transports/transport-input.ts';
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
import { TransportProblem } from './reason-code.ts';

const DomainLimit = builder.objectRef<Limit>('DomainLimit').implement({
  description: "A transport's limits for one recipient domain. Null: no limit.",
  fields: (t) => ({
    domain: t.exposeString('domain'),
    connections: t.exposeInt('connections', {
      nullable: true,
      description: 'The maximum number of concurrent messages per process.',
    }),
    messagesPerMinute: t.exposeInt('messagesPerMinute', {
      nullable: true,
      description: 'The maximum number of messages per minute, across all processes.',
    }),
  }),
});

const TlsModeType = wireEnum('TlsMode', 'When connections to a mail server are encrypted.', TLS_MODES, {
  required: 'Always. Nothing is sent without TLS.',
  opportunistic: 'If the server supports it. A password is only sent over TLS.',
  off: 'Never. A user and password are not allowed.',
});

const TLS = 'When to use TLS. Connections with a user and a password always do.';
const CA = 'Certificates (PEM) of the only authorities to trust.';
const FINGERPRINT =
  'Trusts only the certificate with this SHA-256 fingerprint, in hexadecimal. Replaces all other checks.';
const EHLO_NAME = 'The host name for EHLO, such as mail.shop.example.';

const Provider = wireEnum('OAuth2Provider', 'The OAuth 2.0 provider of a transport.', OAUTH2_PROVIDERS, {
  microsoft: 'Microsoft 365 and Outlook.com.',
  google: 'Google Workspace and Gmail.',
});

const OAuth2 = builder.objectRef<TransportOAuth2>('TransportOAuth2').implement({
  description: "How to renew the transport's access tokens.",
  fields: (t) => ({
    provider: t.expose('provider', { type: Provider, nullable: true, description: 'Null: see `tokenUrl`.' }),
    tenant: t.exposeString('tenant', { nullable: true, description: 'The Microsoft tenant. Null: common.' }),
    tokenUrl: t.expose('tokenUrl', {
      type: 'URL',
      nullable: true,
      description: 'The token endpoint. Null with a provider.',
    }),
    clientId: t.exposeString('clientId'),
  }),
});

export const Transport = builder.prismaObject('Transport', {
  description: "A mail server that sends the team's messages. Its password is never shown.",
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    host: t.exposeString('host'),
    port: t.exposeInt('port'),
    secure: t.exposeBoolean('secure', {
      description: 'True: implicit TLS. False: STARTTLS, depending on `tls`.',
    }),
    tls: t.field({
      type: TlsModeType,
      description: 'When connections use TLS.',
      resolve: ({ tls, user }) => tlsModeOf(tls as TlsMode | null, user !== null),
    }),
    ca: t.exposeString('ca', {
      nullable: true,
      description: "The only trusted certificate authorities, in PEM format. Null: the system's.",
    }),
    fingerprint: t.exposeString('fingerprint', {
      nullable: true,
      description: 'The SHA-256 fingerprint of the only certificate to trust, regardless of its name and dates.',
    }),
    ehloName: t.exposeString('ehloName', {
      nullable: true,
      description: 'The host name for EHLO. Null: the host of the public address.',
    }),
    user: t.exposeString('user', { nullable: true }),
    oauth2: t.field({
      type: OAuth2,
      nullable: true,
      description: 'How to renew access tokens for XOAUTH2. Its secrets are never shown.',
      resolve: ({ oauth2 }) => oauth2 as unknown as TransportOAuth2 | null,
    }),
    connections: t.exposeInt('connections', {
      description: 'The maximum number of concurrent connections per process.',
    }),
    messagesPerMinute: t.exposeInt('messagesPerMinute', {
      nullable: true,
      description: 'The maximum number of messages per minute, across all processes. Null: no limit.',
    }),
    warmUpStartedOn: t.field({
      type: 'Date',
      nullable: true,
      description: 'The first day (UTC) of the warm-up. The daily limit grows from then on.',
      resolve: ({ warmUpStartedOn }) => warmUpStartedOn && writtenDay(warmUpStartedOn),
    }),
    dailyLimit: t.int({
      nullable: true,
      description: 'The maximum number of messages today (UTC), during the warm-up.',
      resolve: ({ warmUpStartedOn }, _, { scope }) => dailyLimit(warmUpStartedOn, scope.now()) ?? null,
    }),
    sentToday: t.int({
      description: 'The number of messages sent today (UTC). Counted only while there is a limit.',
      resolve: ({ id }, _, { loaders }) => loaders.sentToday.load(id),
    }),
    domainLimits: t.field({ type: [DomainLimit], resolve: ({ domainLimits }) => domainLimits as unknown as Limit[] }),
    headers: t.field({
      type: 'JSONObject',
      description:
        'Headers of all messages sent through this transport, by name. Headers of the message itself take precedence.',
      resolve: ({ headers }) => headers as object,
    }),
    isDefault: t.boolean({
      description: 'Whether this is the default transport.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.defaultTransport.load('team')) === id,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const TransportTest = builder.objectRef<Test>('TransportTest').implement({
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'True if the server was reachable and accepted the login.' }),
    problem: t.exposeString('problem', { nullable: true, description: 'The error.' }),
    problemCode: t.field({
      type: TransportProblem.type,
      nullable: true,
      description: '`problem` for programs. Null without a problem.',
      resolve: ({ problem }) => TransportProblem.codeOf(problem),
    }),
  }),
});

const DomainLimitInput = builder.inputType('DomainLimitInput', {
  fields: (t) => ({
    domain: t.string({
      required: true,
      description: 'The part after the @ in recipient addresses, such as gmail.com.',
    }),
    connections: t.int({ description: 'The maximum number of concurrent messages per process.' }),
    messagesPerMinute: t.int({ description: 'The maximum number of messages per minute, across all processes.' }),
  }),
});

const OAuth2Input = builder.inputType('TransportOAuth2Input', {
  description: 'How to renew access tokens. Requires either `provider` or `tokenUrl`.',
  fields: (t) => ({
    provider: t.field({ type: Provider, description: 'The provider of the token endpoint.' }),
    tenant: t.string({ description: "For Microsoft: the tenant's id or domain. Default: common." }),
    tokenUrl: t.field({ type: 'URL', description: 'The token endpoint of another provider (https).' }),
    clientId: t.string({ required: true, description: 'The client id of your registered application.' }),
    clientSecret: t.string({ description: 'The client secret, if any. Stored encrypted and never shown.' }),
    refreshToken: t.string({ required: true, description: 'Stored encrypted and never shown.' }),
  }),
});

const CreateTransportInput = builder.inputType('CreateTransportInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'An internal name.' }),
    host: t.string({ required: true, description: "The mail server's host name or IP address." }),
    port: t.int({ description: 'The port of the mail server. Default: 465 if `secure` is true, else 587.' }),
    secure: t.boolean({ description: 'Whether to use implicit TLS. Default: true for port 465, else false.' }),
    tls: t.field({ type: TlsModeType, description: `${TLS} Default: required with a user, else opportunistic.` }),
    ca: t.string({ description: CA }),
    fingerprint: t.string({ description: FINGERPRINT }),
    ehloName: t.string({ description: `${EHLO_NAME} Default: the host of the public address.` }),
    user: t.string({ description: 'The user name for the login. Default: no login.' }),
    password: t.string({ description: 'The password for the login. Stored encrypted and never shown.' }),
    oauth2: t.field({ type: OAuth2Input, description: 'Logs in with XOAUTH2 instead of a password.' }),
    connections: t.int({
      defaultValue: 5,
      description: 'The maximum number of concurrent connections per process. Default: 5.',
    }),
    messagesPerMinute: t.int({
      description: 'The maximum number of messages per minute, across all processes. Default: no limit.',
    }),
    warmUpStartedOn: t.field({ type: 'Date', description: 'The first day of the warm-up, such as 2026-01-31.' }),
    domainLimits: t.field({ type: [DomainLimitInput], description: 'Extra limits for recipient domains.' }),
    headers: t.field({
      type: 'JSONObject',
      description: 'Headers of all messages sent through this transport, by name.',
    }),
    isDefault: t.boolean({
      defaultValue: false,
      description: 'Whether to make this the default transport. Default: false.',
    }),
  }),
});

const UpdateTransportInput = builder.inputType('UpdateTransportInput', {
  description:
    'Absent fields keep their values; null resets them. A change of host, port or TLS requires the password.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the transport.' }),
    name: t.string({ description: 'An internal name.' }),
    host: t.string({ description: "The mail server's host name or IP address." }),
    port: t.int({ description: 'The port of the mail server. Null: 465 if `secure` is true, else 587.' }),
    secure: t.boolean({ description: 'Whether to use implicit TLS. Null: true for port 465, else false.' }),
    tls: t.field({ type: TlsModeType, description: `${TLS} Null: required with a user, else opportunistic.` }),
    ca: t.string({ description: `${CA} Null: the system's.` }),
    fingerprint: t.string({ description: `${FINGERPRINT} Null: normal certificate checks.` }),
    ehloName: t.string({ description: `${EHLO_NAME} Null: the host of the public address.` }),
    user: t.string({ description: 'The user name for the login. Null: no login.' }),
    password: t.string({ description: 'The password for the login. Stored encrypted and never shown.' }),
    oauth2: t.field({ type: OAuth2Input, description: 'Replaces all OAuth 2.0 settings. Null: no XOAUTH2.' }),
    connections: t.int({ description: 'The maximum number of concurrent connections per process. Null: 5.' }),
    messagesPerMinute: t.int({
      description: 'The maximum number of messages per minute, across all processes. Null: no limit.',
    }),
    warmUpStartedOn: t.field({
      type: 'Date',
      description: 'The first day (UTC) of the warm-up, such as 2026-01-31. Null: no warm-up.',
    }),
    domainLimits: t.field({
      type: [DomainLimitInput],
      description: 'All limits for recipient domains. Missing ones are removed.',
    }),
    headers: t.field({
      type: 'JSONObject',
      description: 'Headers of all messages sent through this transport, by name.',
    }),
    isDefault: t.boolean({ description: 'Whether to make this the default transport.' }),
  }),
});

builder.queryFields((t) => ({
  transport: t.field({
    type: Transport,
    nullable: true,
    description: 'A transport by id.',
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
    description: "Creates a transport: a mail server for the team's messages. The password is never shown.",
    args: { input: t.arg({ type: CreateTransportInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => createTransport(scope, installation, input),
  }),
  updateTransport: t.field({
    type: Transport,
    description: 'Updates the given fields. A new server requires its password.',
    args: { input: t.arg({ type: UpdateTransportInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope, installation }) =>
      updateTransport(scope, installation, id, input),
  }),
  deleteTransport: t.field({
    type: DeletePayload,
    description: "Deletes a transport. Its waiting messages are sent through the team's default transport.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteTransport(scope, id)),
  }),
  testTransport: t.field({
    type: TransportTest,
    description: 'Connects to a transport and logs in. Sends nothing.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation }) => testTransport(scope, installation, id),
  }),
}));
