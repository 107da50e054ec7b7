import { removeRecordedMember } from '../domain/audit/record-action.ts';
import { orNull } from '../domain/found.ts';
import { TOKEN_FATES } from '../domain/members/member-tokens.ts';
import { listMembers, type Member as Person, ROLES, readMember, updateMember } from '../domain/members/members.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { requires } from './permissions.ts';

export const Role = wireEnum('Role', 'The rights of a member.', ROLES, {
  owner: 'Can also manage members.',
  editor: 'Can read and write.',
  viewer: 'Can only read.',
});

export const Member = builder.objectRef<Person>('Member').implement({
  description: 'A person who can sign in to the team.',
  interfaces: [Node],
  fields: (t) => ({
    email: t.expose('email', { type: 'EmailAddress' }),
    name: t.exposeString('name', { nullable: true }),
    role: t.expose('role', { type: Role }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', nullable: true, description: 'Accurate to the minute.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const TokenFate = wireEnum('MemberTokens', 'How to handle the tokens of a removed member.', TOKEN_FATES, {
  revoke: 'Revokes them immediately.',
  hand_over: 'Hands them over to the calling owner, with the same rights.',
});

const UpdateMemberInput = builder.inputType('UpdateMemberInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the member.' }),
    role: t.field({ type: Role, required: true }),
  }),
});

builder.queryFields((t) => ({
  member: t.field({
    type: Member,
    nullable: true,
    description: 'A member of the team by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readMember(scope, id)),
  }),
  members: t.connection({
    type: Member,
    description: 'The members of the team, newest first.',
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listMembers(scope, args)),
  }),
}));

const RemoveMemberInput = builder.inputType('RemoveMemberInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the member.' }),
    tokens: t.field({
      type: TokenFate,
      defaultValue: 'revoke',
      description: "How to handle the member's tokens. Default: REVOKE.",
    }),
  }),
});

builder.mutationFields((t) => ({
  updateMember: t.field({
    ...requires('manageMembers'),
    type: Member,
    description:
      "Changes a member's role immediately. Fails with CONFLICT (`LAST_OWNER`) for the last owner. Only for owners.",
    args: { input: t.arg({ type: UpdateMemberInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope, installation: { access } }) =>
      updateMember(scope, id, input).finally(() => access.forget(scope.team.id)),
  }),
  removeMember: t.field({
    ...requires('manageMembers'),
    type: DeletePayload,
    description:
      'Removes a member from the team and ends their sessions in it. Their tokens are revoked unless they are handed over. Fails with CONFLICT (`LAST_OWNER`) for the last owner. Only for owners.',
    args: { input: t.arg({ type: RemoveMemberInput, required: true }) },
    resolve: (_, { input: { id, tokens } }, { scope, from, installation: { access } }) =>
      deleted(removeRecordedMember(scope, id, tokens, from).finally(() => access.forget(scope.team.id))),
  }),
}));
