import { PROVIDER_OF } from '../../../../generated/dashboard/mailbox-providers.ts';

/** The providers that results name in lower case, as they write themselves. */
const NAMES: Readonly<Record<string, string>> = {
  gmail: 'Gmail',
  outlook: 'Outlook',
  yahoo: 'Yahoo',
  icloud: 'iCloud',
  gmx: 'GMX, WEB.DE',
  't-online': 'T-Online',
  orange: 'Orange',
  free: 'Free',
  libero: 'Libero',
  mailru: 'Mail.ru',
  yandex: 'Yandex',
  qq: 'QQ',
  netease: 'NetEase',
  proton: 'Proton',
  comcast: 'Comcast',
};

/** The name of a provider for people. A domain is its own name. */
export const nameOf = (provider: string): string => NAMES[provider] ?? provider;

/** Whether a domain of recipients belongs to the provider. */
export const belongsTo = (domain: string, provider: string): boolean => (PROVIDER_OF[domain] ?? domain) === provider;
