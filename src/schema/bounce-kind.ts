import { BOUNCE_KINDS } from '../domain/sending/record-feedback.ts';
import { wireEnum } from './enums.ts';

export const BounceKind = wireEnum('BounceKind', 'How lasting a bounce is.', BOUNCE_KINDS, {
  hard: 'The address does not exist. It is suppressed.',
  soft: 'The address could not be reached, as with a full mailbox.',
});
