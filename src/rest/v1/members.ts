import {
  InvitationsDocument,
  InviteMemberDocument,
  MemberDocument,
  MembersDocument,
  PasskeysDocument,
  RemoveMemberDocument,
  RemovePasskeyDocument,
  RevokeSessionDocument,
  SessionsDocument,
  UpdateMemberDocument,
  UpdateViewerDocument,
  ViewerDocument,
  WithdrawInvitationDocument,
} from '../../generated/documents.ts';
import { created, dataOf, gone, one, page, unlessConflict } from '../answer.ts';
import { route } from '../route.ts';

export const members = [
  route('GET /members', MembersDocument, page),
  route('GET /members/:member', MemberDocument, one),
  route('PATCH /members/:member', UpdateMemberDocument, unlessConflict(one), { example: { role: 'viewer' } }),
  route('DELETE /members/:member', RemoveMemberDocument, unlessConflict(gone), { takesQuery: true }),
  route('GET /invitations', InvitationsDocument, page),
  route('POST /invitations', InviteMemberDocument, created, { example: { email: 'ada@shop.example', role: 'editor' } }),
  route('DELETE /invitations/:invitation', WithdrawInvitationDocument, gone),
  route('GET /viewer', ViewerDocument, one),
  route('PATCH /viewer', UpdateViewerDocument, one, { example: { name: 'Ada' } }),
  route('GET /sessions', SessionsDocument, dataOf('sessions')),
  route('DELETE /sessions/:session', RevokeSessionDocument, gone),
  route('GET /passkeys', PasskeysDocument, dataOf('passkeys')),
  route('DELETE /passkeys/:passkey', RemovePasskeyDocument, gone),
];
