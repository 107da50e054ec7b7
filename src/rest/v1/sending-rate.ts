import { SendingBacklogsDocument, SendingRateDocument } from '../../generated/documents.ts';
import { one } from '../answer.ts';
import { route } from '../route.ts';

export const sendingRate = [
  route('GET /sending-rate', SendingRateDocument, one),
  route('GET /sending-backlogs', SendingBacklogsDocument, one),
];
