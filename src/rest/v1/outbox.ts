import { FiledMessageDocument, OutboxDocument } from '../../generated/documents.ts';
import { one, page } from '../answer.ts';
import { route } from '../route.ts';

export const outbox = [
  route('GET /outbox', OutboxDocument, page),
  route('GET /outbox/:message', FiledMessageDocument, one),
];
