/** The domain of the invented people in sample data. Nobody can register it (RFC 2606). */
export const SAMPLE_DOMAIN = 'tidings-sample.example';

/** Whether an address belongs to sample data. No mail server ever gets an e-mail to it. */
export const isSampleAddress = (email: string): boolean => email.endsWith(`@${SAMPLE_DOMAIN}`);
