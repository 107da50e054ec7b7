import {
  AuditLogDocument,
  CreateTokenDocument,
  ExportAuditLogDocument,
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

const ENTRIES = {
  name: 'audit-log',
  types: { csv: 'text/csv; charset=utf-8; header=present', ndjson: 'application/x-ndjson' },
};

export const auditLog = [
  route('GET /audit-log', AuditLogDocument, page),
  route('GET /audit-log/export', ExportAuditLogDocument, ENTRIES),
];
