import {
  type Invitation as Invited,
  inviteMember,
  listInvitations,
  withdrawInvitation,
} from '../domain/members/invitations.ts';
import { type SharedLink as Shared, shareInvitation, shareSignIn } from '../domain/members/shared-links.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { Role } from './member.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { requires } from './permissions.ts';

export const Invitation = builder.objectRef<Invited>('Invitation').implement({
  description: 'A pending invitation to join the team.',
  interfaces: [Node],
  fields: (t) => ({
    email: t.expose('email', {
      type: 'EmailAddress',
      nullable: true,
      description: 'Null for the invitation created at the first start.',
    }),
    role: t.expose('role', { type: Role }),
    invitedById: t.exposeID('invitedBy', {
      nullable: true,
      description: 'The member who sent the invitation, if any.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const InviteMemberInput = builder.inputType('InviteMemberInput', {
  fields: (t) => ({
    email: t.field({ type: 'EmailAddress', required: true, description: 'The e-mail address to invite.' }),
    role: t.field({ type: Role, required: true }),
  }),
});

const SharedLink = builder.objectRef<Shared>('SharedLink').implement({
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'The link to pass on. Shown only once.' }),
    secret: t.exposeString('url', { description: 'The same as `url`.' }),
    invitation: t.expose('invitation', { type: Invitation, description: 'The new invitation.' }),
  }),
});

builder.queryField('invitations', (t) =>
  t.connection({
    type: Invitation,
    description: 'Pending invitations of the team, newest first.',
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listInvitations(scope, args)),
  }),
);

builder.mutationFields((t) => ({
  inviteMember: t.field({
    ...requires('manageMembers'),
    type: Invitation,
    description:
      'Invites an address by e-mail. The link works once, for seven days. Inviting an address again replaces its link. Only for owners.',
    args: { input: t.arg({ type: InviteMemberInput, required: true }) },
    resolve: (_, { input }, { scope }) => inviteMember(scope, input),
  }),
  createInvitationLink: t.field({
    ...requires('manageMembers'),
    type: SharedLink,
    description:
      'Replaces an invitation by one whose link you pass on yourself. Only for owners, and only while the installation sends no account e-mails.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation: { config } }) => shareInvitation(scope, config, id),
  }),
  createSignInLink: t.field({
    ...requires('manageMembers'),
    type: SharedLink,
    description:
      'Creates a link that signs in a member of the team, by id, for you to pass on. It works once, for seven days. Only for owners, and only while the installation sends no account e-mails.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation: { config } }) => shareSignIn(scope, config, id),
  }),
  withdrawInvitation: t.field({
    ...requires('manageMembers'),
    type: DeletePayload,
    description: 'Revokes an invitation; its link stops working. Only for owners.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(withdrawInvitation(scope, id)),
  }),
}));
