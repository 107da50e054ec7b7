/** The addresses that replies to a mail go to, from the form in which they are stored: with commas, no spaces. */
export const replyAddresses = (stored: string | null): string[] => (stored === null ? [] : stored.split(','));
