/** The reply addresses of a mail, from their stored form: separated by commas, without spaces. */
export const replyAddresses = (stored: string | null): string[] => (stored === null ? [] : stored.split(','));
