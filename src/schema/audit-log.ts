import { ACTION_WORDS, OBJECT_TYPES, type ObjectType } from '../domain/audit/actions.ts';
import { type AuditEntry as Entry, listAuditEntries } from '../domain/audit/audit-entries.ts';
import { exportAuditLog } from '../domain/audit/export-entries.ts';
import { INTERFACES } from '../domain/audit/record-action.ts';
import { builder } from './builder.ts';
import { csvFormArgs } from './csv-form-args.ts';
import { growingEnum, openEnum, wireEnum } from './enums.ts';
import { fileParts } from './file-parts.ts';
import { loadIfAny } from './loaders.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { RESTRICTED } from './permissions.ts';
import { ExportFormat } from './subscriber-export.ts';

const ActorKind = wireEnum('AuditActorKind', 'The kind of actor.', ['token', 'member'], {
  token: 'An API client with a token.',
  member: 'A signed-in member of the team.',
});
const AuditInterface = openEnum('AuditInterface', 'The interface used.', INTERFACES, {
  page: 'A sign-in or account page.',
});

const AuditAction = growingEnum(
  'AuditAction',
  'The kind of object and what happened to it. REST writes CAMPAIGN_SENT as campaign.sent.',
  ACTION_WORDS,
  { isInput: true },
);
/** Objects with another name here than in the schema. */
const OTHER_NAMES: Partial<Record<ObjectType, string>> = {
  field: 'A contact field.',
  gmail_postmaster: 'The connection to Gmail Postmaster Tools.',
  mail: 'A transactional e-mail.',
  media: 'An image.',
  sample_data: 'The sample data.',
  token: 'An API token.',
};
const nameOf = (type: ObjectType): string => `${/^[aei]/.test(type) ? 'An' : 'A'} ${type.replace('_', ' ')}.`;

const AuditObjectType = growingEnum(
  'AuditObjectType',
  'The kind of object.',
  new Map(OBJECT_TYPES.map((type) => [type, OTHER_NAMES[type] ?? nameOf(type)])),
  { isInput: true },
);

export const AuditActor = builder.objectRef<Entry>('AuditActor').implement({
  fields: (t) => ({
    kind: t.field({ type: ActorKind, resolve: ({ actorKind }) => actorKind as 'token' }),
    actorId: t.exposeID('actorId', { description: 'The id of the token or the member.' }),
    name: t.string({
      nullable: true,
      description: 'The current name. Null if the token or member no longer exists.',
      resolve: async ({ actorId }, _, { loaders }) => (await loaders.actorName.load(actorId)) ?? null,
    }),
  }),
});

const AuditObject = builder.objectRef<Entry>('AuditObject').implement({
  description: 'The object of an action, as it was at the time. It may have been deleted since.',
  fields: (t) => ({
    type: t.field({
      type: AuditObjectType.type,
      description: 'The kind of object, also for a set.',
      resolve: ({ objectType }) => AuditObjectType.known(objectType as string),
    }),
    objectId: t.exposeID('objectId', {
      nullable: true,
      description: 'Null for a set of objects, and where the id would identify an erased person.',
    }),
    node: t.field({
      type: Node,
      nullable: true,
      description: 'The object as it is now. Null once it is deleted, and without an id.',
      resolve: ({ objectId }, _, { loaders }) => loadIfAny(loaders.node, objectId),
    }),
    name: t.exposeString('objectName', {
      nullable: true,
      description: 'The name at the time. Null where it could identify a person.',
    }),
  }),
});

const AuditEntry = builder.prismaObject('AuditEntry', {
  description: 'An action of a token or a member. Contains no content and no secrets.',
  interfaces: [Node],
  fields: (t) => ({
    actor: t.field({ type: AuditActor, resolve: (entry) => entry }),
    action: t.field({
      type: AuditAction.type,
      description: 'The kind of object and what happened to it.',
      resolve: ({ action }) => AuditAction.known(action),
    }),
    object: t.field({ type: AuditObject, nullable: true, resolve: (entry) => (entry.objectType ? entry : null) }),
    fields: t.exposeStringList('fields', {
      description: 'Names of the given fields, without their values. Leaves out fields with their default.',
    }),
    count: t.exposeInt('count', {
      nullable: true,
      description: 'The number of affected objects, if the action affected a set.',
    }),
    interface: t.field({
      type: AuditInterface,
      description: 'The interface used.',
      resolve: ({ door }) => door as (typeof INTERFACES)[number],
    }),
    ipAddress: t.exposeString('address', { nullable: true, description: "The caller's IP address." }),
    finished: t.exposeBoolean('finished', {
      description:
        'False while the action is in progress. Stays false if the server died meanwhile; the action may have been completed.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const AuditLogFilter = builder.inputType('AuditLogFilter', {
  description: 'Selects entries. All given keys must match.',
  fields: (t) => ({
    actorId: t.id({ description: 'Only actions of the token or member with this id. Absent: all.' }),
    action: t.field({ type: AuditAction.type, description: 'Only entries of this action. Absent: all.' }),
    objectId: t.id({ description: 'Only actions on the object with this id. Absent: all.' }),
    objectType: t.field({
      type: AuditObjectType.type,
      description: 'Only actions on objects of this kind. Absent: all.',
    }),
    since: t.field({ type: 'DateTime', description: 'Only entries from this time on.' }),
    until: t.field({ type: 'DateTime', description: 'Only entries before this time.' }),
  }),
});

/** The role that a signed-in member needs, which the domain requires. */
const OF_OWNERS = { memberRole: 'owner' };
const FOR_OWNERS = "Only owners, their tokens and the operator's tokens can read it.";

builder.queryField('auditLog', (t) =>
  t.connection({
    type: AuditEntry,
    nullable: true,
    extensions: { ...RESTRICTED, ...OF_OWNERS },
    description: `Actions of tokens and members, newest first. ${FOR_OWNERS}`,
    args: { filter: t.arg({ type: AuditLogFilter }), offset: t.arg.int() },
    resolve: (_, { filter, ...args }, { scope }) => connection(listAuditEntries(scope, { ...filter, ...args })),
  }),
);

builder.subscriptionField('exportAuditLog', (t) =>
  t.string({
    extensions: OF_OWNERS,
    description: `The matching audit log entries as a file, in parts, newest first. ${FOR_OWNERS}`,
    args: {
      format: t.arg({ type: ExportFormat, defaultValue: 'csv', description: 'The form of the file. Default: CSV.' }),
      ...csvFormArgs(t.arg),
      filter: t.arg({ type: AuditLogFilter }),
    },
    subscribe: (_, { filter, ...form }, context) =>
      fileParts(context, (scope) => exportAuditLog(scope, { ...filter, ...form })),
    resolve: (part) => part as string,
  }),
);
