import { AuditLogDocument, ExportAuditLogDocument } from '../../generated/documents.ts';
import { page } from '../answer.ts';
import { route } from '../route.ts';

const FILE = {
  name: 'audit-log',
  types: { csv: 'text/csv; charset=utf-8; header=present', ndjson: 'application/x-ndjson' },
};

export const auditLog = [
  route('GET /audit-log', AuditLogDocument, page),
  route('GET /audit-log/export', ExportAuditLogDocument, FILE),
];
