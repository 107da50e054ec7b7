export { servesPublicDocuments } from '../domain/platform/public-documents.ts';
