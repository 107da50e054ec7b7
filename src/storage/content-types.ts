/** The types of stored files, by file extension. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** The content type of a stored file. */
export const contentTypeOf = (name: string): string =>
  CONTENT_TYPES[name.split('.').at(-1) as string] ?? 'application/octet-stream';
