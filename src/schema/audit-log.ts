import { type AuditEntry as Entry, listAuditEntries } from '../domain/audit/audit-entries.ts';
import { exportAuditLog } from '../domain/audit/export-entries.ts';
import { DOORS } from '../domain/audit/record-action.ts';
import { builder } from './builder.ts';
import { csvFormArgs } from './csv-form-args.ts';
import { wireEnum } from './enums.ts';
import { fileParts } from './file-parts.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { ExportFormat } from './subscriber-export.ts';

const ActorKind = wireEnum('AuditActorKind', 'Who did something.', ['token', 'member'], {
  token: 'A program, with an API token.',
  member: 'A person of the team who had signed in.',
});
const Door = wireEnum('AuditDoor', 'By which interface something was done.', DOORS, {
  page: 'A page where people sign in, or that of their account.',
});

const AuditActor = builder.objectRef<Entry>('AuditActor').implement({
  fields: (t) => ({
    kind: t.field({ type: ActorKind, resolve: ({ actorKind }) => actorKind as 'token' }),
    id: t.exposeID('actorId', { description: 'Of the token or of the member.' }),
    name: t.string({
      nullable: true,
      description: 'The name that it has now. Null: nothing of that id is known any more.',
      resolve: async ({ actorId }, _, { loaders }) => (await loaders.actorName.load(actorId)) ?? null,
    }),
  }),
});

const AuditObject = builder.objectRef<Entry>('AuditObject').implement({
  description: 'What something was done to, as it was then. It may be gone.',
  fields: (t) => ({
    type: t.string({ description: 'Such as campaign.', resolve: ({ objectType }) => objectType as string }),
    id: t.exposeID('objectId', {
      nullable: true,
      description: 'Null for a set, and where it would tell of a person who was erased.',
    }),
    name: t.exposeString('objectName', {
      nullable: true,
      description: 'Its name at that time. Null where that could name a person.',
    }),
  }),
});

const AuditEntry = builder.prismaObject('AuditEntry', {
  description: 'What a token or a member did. It holds no content and no secret.',
  interfaces: [Node],
  fields: (t) => ({
    actor: t.field({ type: AuditActor, resolve: (entry) => entry }),
    action: t.exposeString('action', { description: 'In plain words, such as campaign.sent.' }),
    object: t.field({ type: AuditObject, nullable: true, resolve: (entry) => (entry.objectType ? entry : null) }),
    fields: t.exposeStringList('fields', { description: 'The fields that were given, without their values.' }),
    count: t.exposeInt('count', { nullable: true, description: 'How many it was done to, where that is a set.' }),
    door: t.field({ type: Door, resolve: ({ door }) => door as (typeof DOORS)[number] }),
    address: t.exposeString('address', { nullable: true, description: 'The IP address from which the caller called.' }),
    finished: t.exposeBoolean('finished', {
      description: 'False while it is being done, and for ever if the server died meanwhile: it may have been done.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const filters = builder.args((t) => ({
  actorId: t.id({ description: 'The id of a token or a member.' }),
  action: t.string({ description: 'Such as campaign.sent.' }),
  objectId: t.id({ description: 'The id of what it was done to.' }),
  objectType: t.string({ description: 'Such as campaign.' }),
  since: t.field({ type: 'DateTime', description: 'What was done then or later.' }),
  until: t.field({ type: 'DateTime', description: 'What was done before.' }),
}));

builder.queryField('auditLog', (t) =>
  t.connection({
    type: AuditEntry,
    description: 'What tokens and members did, newest first. Of members, only owners can read it.',
    args: { ...filters, offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listAuditEntries(scope, args)),
  }),
);

builder.subscriptionField('exportAuditLog', (t) =>
  t.string({
    description: 'The entries of the audit log that fit the filters as a file, part by part, newest first.',
    args: { format: t.arg({ type: ExportFormat, description: 'CSV by default.' }), ...csvFormArgs(t.arg), ...filters },
    subscribe: (_, request, context) => fileParts(context, (scope) => exportAuditLog(scope, request)),
    resolve: (part) => part as string,
  }),
);
