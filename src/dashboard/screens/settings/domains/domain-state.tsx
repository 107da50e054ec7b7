import type { DomainRowFragment } from '../../../../generated/dashboard/domains.ts';
import { Mark } from '../../../tables/mark.tsx';
import { useDomainsText } from './texts.ts';

/** Whether all records that are needed are there. */
export const isComplete = ({ verifiedAt, records }: DomainRowFragment): boolean =>
  verifiedAt != null && records.every(({ isOptional, state }) => isOptional || state === 'OK');

/** The domain's status: whether its messages are signed, and its missing records. */
export function DomainState({ domain }: { domain: DomainRowFragment }) {
  const t = useDomainsText();
  const missing = domain.records.filter(({ isOptional, state }) => !isOptional && state !== 'OK').length;
  if (isComplete(domain)) {
    return <Mark color="green">{t('allFound')}</Mark>;
  }
  return (
    <Mark color="orange">{domain.verifiedAt == null ? t('notSigned') : t('missingRecords', { count: missing })}</Mark>
  );
}
