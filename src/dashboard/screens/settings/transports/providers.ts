/** A provider of mail servers, and what its SMTP server needs. */
export interface Provider {
  key: 'ses' | 'postmark' | 'mailgun' | 'sendgrid' | 'brevo' | 'resend' | 'own';
  name: string;
  /** Empty: the team's own server. */
  host: string;
  /** The user name, if it is the same for everybody. */
  user: string;
  /** Other hosts of the provider, by region. */
  regions?: Readonly<Record<string, string>>;
}

/** SMTP with STARTTLS. Each provider listens there. */
export const SUBMISSION_PORT = 587;

const ses = (region: string): string => `email-smtp.${region}.amazonaws.com`;

const SES_REGIONS = ['eu-central-1', 'eu-west-1', 'eu-west-2', 'us-east-1', 'us-east-2', 'us-west-2', 'ap-southeast-2'];

export const PROVIDERS: readonly Provider[] = [
  {
    key: 'ses',
    name: 'Amazon SES',
    host: ses('eu-central-1'),
    user: '',
    regions: Object.fromEntries(SES_REGIONS.map((region) => [region, ses(region)])),
  },
  { key: 'postmark', name: 'Postmark', host: 'smtp.postmarkapp.com', user: '' },
  {
    key: 'mailgun',
    name: 'Mailgun',
    host: 'smtp.eu.mailgun.org',
    user: '',
    regions: { EU: 'smtp.eu.mailgun.org', US: 'smtp.mailgun.org' },
  },
  { key: 'sendgrid', name: 'SendGrid', host: 'smtp.sendgrid.net', user: 'apikey' },
  { key: 'brevo', name: 'Brevo', host: 'smtp-relay.brevo.com', user: '' },
  { key: 'resend', name: 'Resend', host: 'smtp.resend.com', user: 'resend' },
  { key: 'own', name: '', host: '', user: '' },
];
