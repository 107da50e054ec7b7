import type { Report } from '../domain/sending/record-feedback.ts';
import { readAddress } from '../validation/written-address.ts';
import { type Entity, type Fields, leaves, readFields } from './mime.ts';

const TYPES = new Set(['message/delivery-status', 'message/global-delivery-status']);

const MAX_RECIPIENTS = 100;

/**
 * Reads a delivery status notification (RFC 3464): a bounce for each recipient. Only `Action: failed` with a status
 * 5.x.x is a hard bounce; failed with 4.x.x, and delayed, are soft. Other mails, such as replies and out-of-office
 * notes, report nothing.
 */
export function readDeliveryStatus(mail: Entity): Pick<Report, 'kind' | 'named' | 'reason'>[] {
  const groups = [...leaves(mail)]
    .filter(({ type }) => TYPES.has(type))
    .flatMap(({ body }) => body.split(/\n[ \t]*(?:\n[ \t]*)+/));
  return groups.slice(0, MAX_RECIPIENTS).flatMap((text) => {
    const group = readFields(text.trimStart());
    const kind = kindOf(group);
    return kind ? [{ kind, named: addressesIn(group), reason: reasonOf(group) }] : [];
  });
}

function kindOf(group: Fields): Report['kind'] | undefined {
  switch (/^[a-z]+/i.exec(group.get('action') ?? '')?.[0].toLowerCase()) {
    case 'failed':
      return statusOf(group).startsWith('5.') ? 'hard_bounce' : 'soft_bounce';
    case 'delayed':
      return 'soft_bounce';
    default:
      return undefined;
  }
}

/** The enhanced status (RFC 3463). Some servers leave it out and only quote the reply they got. */
function statusOf(group: Fields): string {
  const [status] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(group.get('status') ?? '') ?? [];
  if (status) return status;
  const [, code] = /\b([45])\d\d\b/.exec(group.get('diagnostic-code') ?? '') ?? [];
  return code ? `${code}.0.0` : '';
}

/** The recipient's addresses: first the one we wrote to, then the one it was forwarded to. */
function addressesIn(group: Fields): string[] {
  const given = ['original-recipient', 'final-recipient'].map((name) => group.get(name) ?? '');
  return given.flatMap((value) => {
    const address = value.slice(value.indexOf(';') + 1).trim();
    return readAddress(address.replace(/^<(.*)>$/, '$1')) ?? [];
  });
}

function reasonOf(group: Fields): string {
  const diagnostic = (group.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '');
  return [statusOf(group), diagnostic].filter(Boolean).join(' ') || 'The mail server gave no reason.';
}
