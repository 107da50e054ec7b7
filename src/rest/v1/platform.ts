import {
  AuditLogDocument,
  CreateTokenDocument,
  ExportAuditLogDocument,
  InstallationDocument,
  RequestLogDocument,
  RevokeTokenDocument,
  TeamDocument,
  TokensDocument,
  UpdateTeamDocument,
  UpdateTokenDocument,
  UsageDocument,
} from '../../generated/documents.ts';
import { createdWithSecrets, gone, one, page } from '../answer.ts';
import { route } from '../route.ts';

const CHANGED_TEAM = {
  from_email: 'hello@shop.example',
  from_name: 'The Shoe Shop',
  postal_address: '1 Market Street\nPorto',
  timezone: 'Europe/Lisbon',
};

export const platform = [
  route('GET /tokens', TokensDocument, page),
  route('POST /tokens', CreateTokenDocument, createdWithSecrets, {
    example: {
      name: 'Shop',
      note: 'Orders and receipts of the shop',
      ability: 'write',
      scopes: ['events:write', 'mails:send'],
      rate_limit: 120,
    },
  }),
  route('PATCH /tokens/:token', UpdateTokenDocument, one, { example: { name: 'Till', rate_limit: 60 } }),
  route('DELETE /tokens/:token', RevokeTokenDocument, gone),
  route('GET /request-log', RequestLogDocument, page),
  route('GET /team', TeamDocument, one),
  route('PATCH /team', UpdateTeamDocument, one, { example: CHANGED_TEAM }),
  route('GET /usage', UsageDocument, one),
  route('GET /installation', InstallationDocument, one),
];

const ENTRIES = {
  name: 'audit-log',
  types: { csv: 'text/csv; charset=utf-8; header=present', ndjson: 'application/x-ndjson' },
  examples: {
    csv: 'created_at,actor_kind,actor_name,action,object_type,object_name\r\n2026-01-31T12:00:00.000Z,token,Shop,list.created,list,Customers\r\n',
    ndjson:
      '{"created_at":"2026-01-31T12:00:00.000Z","actor_kind":"token","action":"list.created","object_type":"list"}\n',
  },
};

export const auditLog = [
  route('GET /audit-log', AuditLogDocument, page),
  route('GET /audit-log/export', ExportAuditLogDocument, ENTRIES),
];
