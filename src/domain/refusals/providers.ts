/**
 * The domains of large providers, which assess senders for all their domains together. Any other domain is its own
 * provider.
 */
const PROVIDERS: Readonly<Record<string, readonly string[]>> = {
  gmail: ['gmail.com', 'googlemail.com'],
  outlook: [
    ...['outlook.com', 'outlook.de', 'outlook.fr', 'outlook.es', 'outlook.it', 'outlook.jp', 'outlook.com.br'],
    ...['hotmail.com', 'hotmail.co.uk', 'hotmail.de', 'hotmail.fr', 'hotmail.es', 'hotmail.it', 'hotmail.nl'],
    ...['live.com', 'live.co.uk', 'live.de', 'live.fr', 'live.it', 'live.nl', 'live.se', 'msn.com', 'passport.com'],
  ],
  yahoo: [
    ...['yahoo.com', 'yahoo.co.uk', 'yahoo.de', 'yahoo.fr', 'yahoo.es', 'yahoo.it', 'yahoo.ca', 'yahoo.in'],
    ...['yahoo.co.in', 'yahoo.com.br', 'yahoo.com.ar', 'yahoo.com.mx', 'yahoo.com.au', 'ymail.com', 'rocketmail.com'],
    ...['aol.com', 'aol.de', 'aol.co.uk', 'aol.fr', 'aim.com', 'verizon.net'],
  ],
  icloud: ['icloud.com', 'me.com', 'mac.com'],
  gmx: ['gmx.de', 'gmx.net', 'gmx.com', 'gmx.at', 'gmx.ch', 'gmx.info', 'gmx.org', 'gmx.eu', 'web.de', 'email.de'],
  't-online': ['t-online.de', 'magenta.de'],
  orange: ['orange.fr', 'wanadoo.fr'],
  free: ['free.fr', 'freesbee.fr', 'libertysurf.fr', 'online.fr'],
  libero: ['libero.it', 'virgilio.it', 'inwind.it', 'iol.it', 'blu.it', 'giallo.it'],
  mailru: ['mail.ru', 'bk.ru', 'inbox.ru', 'list.ru', 'internet.ru'],
  yandex: ['yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'ya.ru'],
  qq: ['qq.com', 'vip.qq.com', 'foxmail.com'],
  netease: ['163.com', '126.com', 'yeah.net', 'vip.163.com'],
  proton: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
  comcast: ['comcast.net', 'xfinity.com'],
};

/** The provider of each domain of a large one, as a JSON object: looking a domain up in it needs no join. */
export const KNOWN: string = JSON.stringify(
  Object.fromEntries(Object.entries(PROVIDERS).flatMap(([name, domains]) => domains.map((domain) => [domain, name]))),
);

/** The domains of a provider. Undefined for an unknown name. */
export const domainsOfProvider = (name: string): readonly string[] | undefined =>
  Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;

/** The names of the large providers. */
export const PROVIDER_NAMES: readonly string[] = Object.keys(PROVIDERS);
