import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { NotifiedConversionDocument, NotifiedEventDocument, NotifiedMessageDocument } from '../generated/documents.ts';
import { type JsonAnswer, one } from './answer.ts';
import { givesAnswer } from './prepare.ts';
import { routes } from './v1/index.ts';

/** How an object is shown. */
export interface Shown {
  document: TypedDocumentNode<unknown, never>;
  answer: JsonAnswer;
  /** The document's variable for the id. */
  variable: string;
}

/** How each object in webhook notifications is shown: like in its route. */
export const THINGS: Readonly<Record<string, Shown>> = {
  subscriber: asRoute('/subscribers/:subscriber'),
  mail: asRoute('/transactional-mails/:mail'),
  message: { document: NotifiedMessageDocument, answer: one, variable: 'message' },
  campaign: asRoute('/campaigns/:campaign'),
  event: { document: NotifiedEventDocument, answer: one, variable: 'event' },
  conversion: { document: NotifiedConversionDocument, answer: one, variable: 'conversion' },
  import: asRoute('/imports/:import'),
  run: asRoute('/automation-runs/:run'),
  segment: asRoute('/segments/:segment'),
  transport: asRoute('/transports/:transport'),
  sending_domain: asRoute('/sending-domains/:domain'),
  suppression: asRoute('/suppressions/:suppression'),
};

function asRoute(where: string): Shown {
  const found = routes.find(({ method, path }) => method === 'GET' && path === where);
  if (!found || !givesAnswer(found)) throw new Error(`No route shows ${where}.`);
  return { document: found.document, answer: found.answer, variable: where.split(':')[1] as string };
}
