import { removeRecordedPasskey, revokeRecordedSession } from '../domain/audit/record-sign-ins.ts';
import { readMember, updateViewer } from '../domain/members/members.ts';
import { type Membership as Belonging, listMemberships } from '../domain/members/memberships.ts';
import { type Passkey as Key, listPasskeys } from '../domain/members/passkeys.ts';
import { listSessions, type Session as Signed } from '../domain/members/sessions.ts';
import type { MemberAccess } from '../domain/platform/access.ts';
import { readTeam } from '../domain/platform/team-settings.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { Member, Role } from './member.ts';
import { Node } from './node.ts';
import { requires } from './permissions.ts';
import { Team } from './team.ts';

const Session = builder.objectRef<Signed>('Session').implement({
  description: 'A signed-in browser of the member, for one team.',
  interfaces: [Node],
  fields: (t) => ({
    teamName: t.exposeString('teamName'),
    browser: t.exposeString('browser', { nullable: true, description: "The browser's own name." }),
    isCurrent: t.boolean({
      description: 'Whether it is the calling session.',
      resolve: ({ id }, _, { access }) => access?.kind === 'member' && access.sessionId === id,
    }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', description: 'Accurate to the minute.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description:
        'The session ends at this time unless it is used before then, and at the latest 30 days after it started.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const Passkey = builder.objectRef<Key>('Passkey').implement({
  description: 'A passkey of the member on a device.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const Membership = builder.objectRef<Belonging>('Membership').implement({
  description: 'A team of the member.',
  fields: (t) => ({
    memberId: t.exposeID('memberId', { description: "The member's id in that team." }),
    teamId: t.exposeID('team'),
    teamName: t.exposeString('teamName'),
    role: t.expose('role', { type: Role }),
  }),
});

const Viewer = builder.objectRef<MemberAccess>('Viewer').implement({
  description: 'The signed-in member.',
  fields: (t) => ({
    member: t.field({ type: Member, resolve: ({ memberId }, _, { scope }) => readMember(scope, memberId) }),
    team: t.field({
      type: Team,
      description: "The session's team.",
      resolve: (_, __, { scope }) => readTeam(scope),
    }),
    memberships: t.field({
      type: [Membership],
      description: 'All teams of the member, most recently used first.',
      resolve: (_, __, { scope }) => listMemberships(scope),
    }),
    sessions: t.field({
      type: [Session],
      description: 'All sessions of the member in all teams, most recently used first.',
      resolve: (_, __, { scope }) => listSessions(scope),
    }),
    passkeys: t.field({
      type: [Passkey],
      description: "The member's passkeys, newest first.",
      resolve: (_, __, { scope }) => listPasskeys(scope),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    ...requires('beMember'),
    type: Viewer,
    nullable: true,
    description: 'The signed-in member. Only for members.',
    resolve: (_, __, { access }) => access as MemberAccess,
  }),
);

const UpdateViewerInput = builder.inputType('UpdateViewerInput', {
  description: 'Absent fields keep their values.',
  fields: (t) => ({ name: t.string({ description: 'Your name as shown to others.' }) }),
});

builder.mutationFields((t) => ({
  updateViewer: t.field({
    ...requires('beMember'),
    type: Member,
    description: 'Changes the name of the signed-in member in all their teams.',
    args: { input: t.arg({ type: UpdateViewerInput, required: true }) },
    resolve: (_, { input }, { scope }) => updateViewer(scope, input),
  }),
  revokeSession: t.field({
    ...requires('beMember'),
    type: DeletePayload,
    description: 'Ends a session of the signed-in member immediately. It can be the calling session.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, from, installation: { access } }) =>
      deleted(revokeRecordedSession(scope, id, from).finally(() => access.forget(scope.team.id))),
  }),
  removePasskey: t.field({
    ...requires('beMember'),
    type: DeletePayload,
    description: 'Removes a passkey of the signed-in member.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, from }) => deleted(removeRecordedPasskey(scope, id, from)),
  }),
}));
