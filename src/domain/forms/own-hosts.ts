import type { Config } from '../../config.ts';
import { type Issue, ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';

const NOT_OURS =
  "must be an address on one of the form's hosts, on a verified sending domain of the team, or on this installation.";
const NOT_ENCRYPTED = 'must begin with https://.';

/**
 * Refuses a redirect address unless it is the team's own: its host must be one of the form's `hosts`, a verified sending
 * domain or its subdomain, or the installation's. Throws ValidationError.
 */
export async function refuseForeignRedirect(
  scope: Scope,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  redirectUrl: string | null,
  hosts: readonly string[],
): Promise<void> {
  if (redirectUrl === null) return;
  const { protocol, host, hostname } = new URL(redirectUrl);
  const ours = new URL(publicUrl);
  if (host === ours.host && protocol === ours.protocol) return;
  if (protocol !== 'https:' && !isThisMachine(hostname)) refuse(NOT_ENCRYPTED);
  if (hosts.includes(host)) return;
  const domains = await scope.db.sendingDomain.findMany({
    where: { teamId: scope.team.id, verifiedAt: { not: null } },
    select: { domain: true },
  });
  if (!domains.some(({ domain }) => hostname === domain || hostname.endsWith(`.${domain}`))) refuse(NOT_OURS);
}

/** For trying out a site during development. */
export const isThisMachine = (hostname: string): boolean =>
  /^(localhost|127\.0\.0\.1)$/.test(hostname.replace(/:\d+$/, ''));

/** The origins of a form's host: with https, and on this machine also without. */
export const originsOf = (host: string): string[] => [
  `https://${host}`,
  ...(isThisMachine(host) ? [`http://${host}`] : []),
];

function refuse(problem: string): never {
  const issue: Issue = { path: ['redirectUrl'], problem };
  throw new ValidationError([issue]);
}
