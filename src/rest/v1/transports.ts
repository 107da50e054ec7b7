import {
  CreateTransportDocument,
  DeleteTransportDocument,
  EndSendingPauseDocument,
  SendingPausesDocument,
  TestTransportDocument,
  TransportDocument,
  TransportsDocument,
  UpdateTransportDocument,
} from '../../generated/documents.ts';
import { created, gone, one, page } from '../answer.ts';
import { route } from '../route.ts';

export const transports = [
  route('GET /transports', TransportsDocument, page),
  route('POST /transports', CreateTransportDocument, created),
  route('GET /transports/:transport', TransportDocument, one),
  route('PATCH /transports/:transport', UpdateTransportDocument, one),
  route('DELETE /transports/:transport', DeleteTransportDocument, gone),
  route('POST /transports/:transport/test', TestTransportDocument, one),
  route('GET /sending-pauses', SendingPausesDocument, page),
  route('DELETE /sending-pauses/:pause', EndSendingPauseDocument, gone),
];
