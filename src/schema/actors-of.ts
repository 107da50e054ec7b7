import { AuditActor } from './audit-log.ts';
import { builder } from './builder.ts';
import { Invitation } from './invitation.ts';
import { loadIfAny } from './loaders.ts';
import { Member } from './member.ts';
import { ApiToken } from './token.ts';

builder.prismaObjectField(ApiToken, 'createdBy', (t) =>
  t.field({
    type: Member,
    nullable: true,
    description: 'The member who created or took over the token. Null: the operator created it.',
    resolve: ({ createdBy }, _, { loaders }) => loadIfAny(loaders.member, createdBy),
  }),
);

builder.objectField(Invitation, 'invitedBy', (t) =>
  t.field({
    type: Member,
    nullable: true,
    description: 'The member who sent the invitation, unless they left the team.',
    resolve: ({ invitedBy }, _, { loaders }) => loadIfAny(loaders.member, invitedBy),
  }),
);

builder.objectFields(AuditActor, (t) => ({
  member: t.field({
    type: Member,
    nullable: true,
    description: 'The member who acted, unless they left the team.',
    resolve: ({ actorKind, actorId }, _, { loaders }) => (actorKind === 'member' ? loaders.member.load(actorId) : null),
  }),
  apiToken: t.field({
    type: ApiToken,
    nullable: true,
    description: 'The token that acted, unless it was revoked.',
    resolve: ({ actorKind, actorId }, _, { loaders }) =>
      actorKind === 'token' ? loaders.apiToken.load(actorId) : null,
  }),
}));
