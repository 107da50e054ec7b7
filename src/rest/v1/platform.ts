import {
  CreateTokenDocument,
  InstallationDocument,
  RevokeTokenDocument,
  TeamDocument,
  TokensDocument,
  UpdateTeamDocument,
  UpdateTokenDocument,
  UsageDocument,
} from '../../generated/documents.ts';
import { createdWithSecrets, gone, one, page } from '../answer.ts';
import { route } from '../route.ts';

export const platform = [
  route('GET /tokens', TokensDocument, page),
  route('POST /tokens', CreateTokenDocument, createdWithSecrets),
  route('PATCH /tokens/:token', UpdateTokenDocument, one),
  route('DELETE /tokens/:token', RevokeTokenDocument, gone),
  route('GET /team', TeamDocument, one),
  route('PATCH /team', UpdateTeamDocument, one),
  route('GET /usage', UsageDocument, one),
  route('GET /installation', InstallationDocument, one),
];
