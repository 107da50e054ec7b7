import { createHash } from 'node:crypto';
import { type Look, pictureSource } from '../domain/content/brand/page-look.ts';
import { styleFor } from '../domain/content/brand/page-style.ts';

/** What a page may do that others may not. The values are origins. */
export interface Allowed {
  /** Where its form may lead, besides this server. */
  leadsTo?: readonly string[];
  /** The sites that may show it in a frame. */
  framedBy?: readonly string[];
  /** Whether it has a script of ours. */
  script?: boolean;
}

/**
 * Allows our own style, by its hash, and the team's logo. Blocks scripts, other sites and framing, unless the page allows them.
 */
export function policyFor(page: { look?: Look; style?: string; allowed?: Allowed }): string {
  const { leadsTo = [], framedBy = [], script = false } = page.allowed ?? {};
  const picture = page.look && pictureSource(page.look);
  const style = createHash('sha256').update(styleFor(page)).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${style}'`,
    `form-action ${["'self'", ...leadsTo].join(' ')}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length > 0 ? framedBy.join(' ') : "'none'"}`,
    ...(picture ? [`img-src ${picture}`] : []),
    ...(script ? ["script-src 'self'", "connect-src 'self'"] : []),
  ].join('; ');
}

/** For pages without a team. */
export const POLICY = policyFor({});
