import type { Plugin } from 'graphql-yoga';
import { UnauthenticatedError } from '../../errors.ts';
import type { Installation } from '../../installation.ts';
import type { Caller } from '../yoga.ts';
import { notTrusted } from './refusals.ts';
import { type DocumentRequest, needsTrust, type RequestedDocuments } from './requested-document.ts';

/** Finds the documents of requests that need all of Yoga: those by GET and for streams. */
export const documentsByName = (documents: RequestedDocuments): Plugin => ({
  onParams: async ({ params, setParams, request, context }) => {
    const caller = context as unknown as Caller;
    const { documentId, ...others } = params as typeof params & DocumentRequest;
    const id = request.method === 'GET' ? new URL(request.url).searchParams.get('documentId') : documentId;
    const named = { ...others, documentId: id };
    if (documents.mustFind(named, caller)) setParams({ ...others, query: await documents.find(named, caller) });
  },
});

/**
 * Refuses every document that was not found among the registered ones, over every transport. This is the one place that decides,
 * so a way around the search ends here.
 */
export const onlyTrusted = (installation: Installation): Plugin => ({
  onParse: ({ params, context }) => {
    const caller = context as unknown as Caller;
    if (!needsTrust(installation, caller) || caller.trusted === String(params.source)) return;
    throw caller.access ? notTrusted() : new UnauthenticatedError();
  },
});
