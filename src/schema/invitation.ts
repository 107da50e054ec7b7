import {
  type Invitation as Invited,
  inviteMember,
  listInvitations,
  withdrawInvitation,
} from '../domain/members/invitations.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { Role } from './member.ts';
import { needing } from './needs.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

const Invitation = builder.objectRef<Invited>('Invitation').implement({
  description: 'Somebody who was asked to become a member of the team, and has not yet.',
  interfaces: [Node],
  fields: (t) => ({
    email: t.expose('email', { type: 'EmailAddress', nullable: true, description: 'Null: that of the first start.' }),
    role: t.expose('role', { type: Role }),
    invitedById: t.exposeID('invitedBy', { nullable: true, description: 'The member who invited, if one did.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const InviteMemberInput = builder.inputType('InviteMemberInput', {
  fields: (t) => ({
    email: t.string({ required: true, description: 'The address that is invited.' }),
    role: t.field({ type: Role, required: true }),
  }),
});

builder.queryField('invitations', (t) =>
  t.connection({
    type: Invitation,
    description: 'The invitations of the team that nobody has accepted, newest first.',
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listInvitations(scope, args)),
  }),
);

builder.mutationFields((t) => ({
  inviteMember: t.field({
    ...needing('manageMembers'),
    type: Invitation,
    description:
      'Invites an address, by an e-mail with a link that works for seven days, once. Inviting it again sends a new link in place of the old one. Only for owners.',
    args: { input: t.arg({ type: InviteMemberInput, required: true }) },
    resolve: (_, { input }, { scope }) => inviteMember(scope, input),
  }),
  withdrawInvitation: t.field({
    ...needing('manageMembers'),
    type: DeletePayload,
    description: 'Takes an invitation back: its link is void. Only for owners.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(withdrawInvitation(scope, id)),
  }),
}));
