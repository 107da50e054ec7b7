import { ConflictError } from '../../errors.ts';
import type { Campaign } from './campaigns.ts';

/** The error for a campaign that is not a draft (any more). `action`: something that requires a draft, such as `sent`. */
export const notADraft = ({ status }: Pick<Campaign, 'status'>, action: string): ConflictError =>
  new ConflictError(
    'NOT_DRAFT',
    `Only a draft can be ${action}.${status === 'scheduled' ? ' Unschedule the campaign first.' : ''}`,
  );
