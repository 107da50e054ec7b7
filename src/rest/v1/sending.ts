import {
  CancelDkimRotationDocument,
  CheckSendingDomainDocument,
  CreateFeedbackSourceDocument,
  CreateSendingDomainDocument,
  CreateTransportDocument,
  DeleteFeedbackSourceDocument,
  DeleteSendingDomainDocument,
  DeleteTransportDocument,
  EndSendingPauseDocument,
  FeedbackSourceDocument,
  FeedbackSourcesDocument,
  FiledMessageDocument,
  OutboxDocument,
  RefusalsDocument,
  ReputationDocument,
  RotateDkimDocument,
  SendingBacklogsDocument,
  SendingDomainDocument,
  SendingDomainReportsDocument,
  SendingDomainsDocument,
  SendingPausesDocument,
  SendingRateDocument,
  TestTransportDocument,
  TransportDocument,
  TransportsDocument,
  UpdateFeedbackSourceDocument,
  UpdateTransportDocument,
} from '../../generated/documents.ts';
import { created, createdWithSecrets, gone, one, page, pageOf, unlessConflict } from '../answer.ts';
import { route } from '../route.ts';

const NEW_TRANSPORT = {
  name: 'Bulk',
  host: 'smtp.provider.example',
  port: 587,
  user: 'shop',
  password: 'the account password',
  messages_per_minute: 600,
};

export const sendingDomains = [
  route('GET /sending-domains', SendingDomainsDocument, page),
  route('POST /sending-domains', CreateSendingDomainDocument, created, { example: { domain: 'shop.example' } }),
  route('GET /sending-domains/:domain', SendingDomainDocument, one),
  route('GET /sending-domains/:domain/reports', SendingDomainReportsDocument, pageOf('reports')),
  route('POST /sending-domains/:domain/check', CheckSendingDomainDocument, one),
  route('POST /sending-domains/:domain/rotate-dkim', RotateDkimDocument, unlessConflict(one), {
    example: { selector: 'mail2027' },
  }),
  route('POST /sending-domains/:domain/cancel-dkim-rotation', CancelDkimRotationDocument, unlessConflict(one)),
  route('DELETE /sending-domains/:domain', DeleteSendingDomainDocument, gone),
];

export const sendingRate = [
  route('GET /sending-rate', SendingRateDocument, one),
  route('GET /sending-backlogs', SendingBacklogsDocument, one),
];

export const transports = [
  route('GET /transports', TransportsDocument, page),
  route('POST /transports', CreateTransportDocument, created, { example: NEW_TRANSPORT }),
  route('GET /transports/:transport', TransportDocument, one),
  route('PATCH /transports/:transport', UpdateTransportDocument, one, {
    example: { name: 'Newsletters', messages_per_minute: 300 },
  }),
  route('DELETE /transports/:transport', DeleteTransportDocument, gone),
  route('POST /transports/:transport/test', TestTransportDocument, one),
  route('GET /sending-pauses', SendingPausesDocument, page),
  route('DELETE /sending-pauses/:pause', EndSendingPauseDocument, gone),
];

export const feedbackSources = [
  route('GET /feedback-sources', FeedbackSourcesDocument, page),
  route('POST /feedback-sources', CreateFeedbackSourceDocument, createdWithSecrets, {
    example: { provider: 'generic', name: 'Our mail server' },
  }),
  route('GET /feedback-sources/:source', FeedbackSourceDocument, one),
  route('PATCH /feedback-sources/:source', UpdateFeedbackSourceDocument, one, {
    example: { name: 'The mail server in Porto' },
  }),
  route('DELETE /feedback-sources/:source', DeleteFeedbackSourceDocument, gone),
];

export const outbox = [
  route('GET /outbox', OutboxDocument, page),
  route('GET /outbox/:message', FiledMessageDocument, one),
];

export const refusals = [route('GET /refusals', RefusalsDocument, one)];

export const reputation = [route('GET /reputation', ReputationDocument, one)];
