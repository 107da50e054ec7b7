import { ConflictError } from '../../errors.ts';
import type { Campaign } from './campaigns.ts';

/** The error for a campaign that is no draft (any more). `action`: what only drafts can be, such as `sent`. */
export const noDraft = ({ status }: Pick<Campaign, 'status'>, action: string): ConflictError =>
  new ConflictError(`Only a draft can be ${action}.${status === 'scheduled' ? ' Unschedule the campaign first.' : ''}`);
