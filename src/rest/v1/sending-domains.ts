import {
  CancelDkimRotationDocument,
  CheckSendingDomainDocument,
  CreateSendingDomainDocument,
  DeleteSendingDomainDocument,
  RotateDkimDocument,
  SendingDomainDocument,
  SendingDomainReportsDocument,
  SendingDomainsDocument,
} from '../../generated/documents.ts';
import { created, gone, one, page, pageOf, unlessConflict } from '../answer.ts';
import { route } from '../route.ts';

export const sendingDomains = [
  route('GET /sending-domains', SendingDomainsDocument, page),
  route('POST /sending-domains', CreateSendingDomainDocument, created),
  route('GET /sending-domains/:domain', SendingDomainDocument, one),
  route('GET /sending-domains/:domain/reports', SendingDomainReportsDocument, pageOf('reports')),
  route('POST /sending-domains/:domain/check', CheckSendingDomainDocument, one),
  route('POST /sending-domains/:domain/rotate-dkim', RotateDkimDocument, unlessConflict(one)),
  route('POST /sending-domains/:domain/cancel-dkim-rotation', CancelDkimRotationDocument, unlessConflict(one)),
  route('DELETE /sending-domains/:domain', DeleteSendingDomainDocument, gone),
];
