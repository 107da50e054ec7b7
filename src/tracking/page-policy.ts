import { createHash } from 'node:crypto';
import { type Look, pictureSource } from './look.ts';
import { styleFor } from './page-style.ts';

/** What a page does that others do not. Origins. */
export interface Allowed {
  /** Where sending its form may lead, besides to us. */
  leadsTo?: readonly string[];
  /** Who may show it in a frame. */
  framedBy?: readonly string[];
  /** Whether it has a script of ours. */
  script?: boolean;
}

/**
 * Allows our own style, by its hash, and the team's logo; besides that no scripts, nothing from other sites and no framing, unless the
 * page says so.
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

/** Of a page that is nobody's. */
export const POLICY = policyFor({});
