import { orNull } from '../domain/found.ts';
import { type TransportTest as Test, testTransport } from '../domain/transports/test-transport.ts';
import type { DomainLimit as Limit } from '../domain/transports/transport-input.ts';
import {
  createTransport,
  deleteTransport,
  listTransports,
  readTransport,
  updateTransport,
} from '../domain/transports/transports.ts';
import { dailyLimit } from '../domain/transports/warm-up.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

const DomainLimit = builder.objectRef<Limit>('DomainLimit').implement({
  description: 'What one recipient domain is sent by a transport at most. Null sets no limit.',
  fields: (t) => ({
    domain: t.exposeString('domain'),
    connections: t.exposeInt('connections', { nullable: true, description: 'Messages at the same time, per process.' }),
    messagesPerMinute: t.exposeInt('messagesPerMinute', { nullable: true, description: 'Over all processes.' }),
  }),
});

export const Transport = builder.prismaObject('Transport', {
  description: 'A mail server that the team sends by. Its password is never shown.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    host: t.exposeString('host'),
    port: t.exposeInt('port'),
    secure: t.exposeBoolean('secure', { description: 'TLS from the first byte; else STARTTLS when it is offered.' }),
    user: t.exposeString('user', { nullable: true }),
    connections: t.exposeInt('connections', { description: 'At most, per process.' }),
    messagesPerMinute: t.exposeInt('messagesPerMinute', {
      nullable: true,
      description: 'At most, over all processes. Null sets no limit.',
    }),
    warmUpStartedOn: t.string({
      nullable: true,
      description: 'The first day (UTC) of daily limits that grow.',
      resolve: ({ warmUpStartedOn }) => warmUpStartedOn?.toISOString().slice(0, 10) ?? null,
    }),
    dailyLimit: t.int({
      nullable: true,
      description: 'Messages on this day (UTC) at most, while it is warmed up.',
      resolve: ({ warmUpStartedOn }, _, { scope }) => dailyLimit(warmUpStartedOn, scope.now()) ?? null,
    }),
    sentToday: t.int({
      description: 'Counted while it has a limit.',
      resolve: ({ id }, _, { loaders }) => loaders.sentToday.load(id),
    }),
    domainLimits: t.field({ type: [DomainLimit], resolve: ({ domainLimits }) => domainLimits as unknown as Limit[] }),
    isDefault: t.boolean({
      description: 'What names no transport goes by it.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.defaultTransport.load('team')) === id,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const TransportTest = builder.objectRef<Test>('TransportTest').implement({
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'It could be reached and logged in to.' }),
    problem: t.exposeString('problem', { nullable: true, description: 'What went wrong.' }),
  }),
});

const DomainLimitInput = builder.inputType('DomainLimitInput', {
  fields: (t) => ({ domain: t.string({ required: true }), connections: t.int(), messagesPerMinute: t.int() }),
});

const CreateTransportInput = builder.inputType('CreateTransportInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    host: t.string({ required: true }),
    port: t.int({ description: '465 when secure, else 587, when absent.' }),
    secure: t.boolean({ description: 'True for port 465 when absent.' }),
    user: t.string(),
    password: t.string(),
    connections: t.int({ description: '5 when absent.' }),
    messagesPerMinute: t.int(),
    warmUpStartedOn: t.string({ description: 'Such as 2026-01-31.' }),
    domainLimits: t.field({ type: [DomainLimitInput] }),
    isDefault: t.boolean(),
  }),
});

const UpdateTransportInput = builder.inputType('UpdateTransportInput', {
  description:
    'Absent keeps, null puts back to the default, a value sets. Another host, port or TLS needs the password.',
  fields: (t) => ({
    name: t.string(),
    host: t.string(),
    port: t.int(),
    secure: t.boolean(),
    user: t.string(),
    password: t.string(),
    connections: t.int(),
    messagesPerMinute: t.int(),
    warmUpStartedOn: t.string(),
    domainLimits: t.field({ type: [DomainLimitInput] }),
    isDefault: t.boolean(),
  }),
});

builder.queryFields((t) => ({
  transport: t.field({
    type: Transport,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readTransport(scope, id)),
  }),
  transports: t.connection({
    type: Transport,
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listTransports(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createTransport: t.field({
    type: Transport,
    args: { input: t.arg({ type: CreateTransportInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => createTransport(scope, installation, input),
  }),
  updateTransport: t.field({
    type: Transport,
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateTransportInput, required: true }) },
    resolve: (_, { id, input }, { scope, installation }) => updateTransport(scope, installation, id, input),
  }),
  deleteTransport: t.field({
    type: DeletePayload,
    description: "What was to go by it goes by the team's default.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteTransport(scope, id)),
  }),
  testTransport: t.field({
    type: TransportTest,
    description: 'Connects and logs in. Nothing is sent.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation }) => testTransport(scope, installation, id),
  }),
}));
