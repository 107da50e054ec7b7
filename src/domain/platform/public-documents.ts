import type { Config } from '../../config.ts';

/** Whether anybody may read the schema, the files made from it, and the API reference without a token. */
export const servesPublicDocuments = ({
  introspection,
  trustedDocumentsOnly,
}: Pick<Config, 'introspection' | 'trustedDocumentsOnly'>): boolean => introspection && !trustedDocumentsOnly;
