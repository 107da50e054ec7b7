import { Text } from '@mantine/core';
import { ShownOnce } from '../../../editing/shown-once.tsx';
import { Dialog } from '../../../shell/dialog.tsx';
import { useMembersText } from './texts.ts';

/** A link for somebody, shown this once. */
export interface Link {
  email: string;
  url: string;
}

/** Shows a link to pass on, while the server sends no account e-mails. */
export function SharedLink({ link, onClose }: { link: Link | undefined; onClose: () => void }) {
  const t = useMembersText();
  return (
    <Dialog opened={link !== undefined} onClose={onClose} title={t('linkTitle')}>
      {link && (
        <>
          <Text size="sm" mb="md">
            {t('linkHint', { email: link.email })}
          </Text>
          <ShownOnce label={t('link')} secret={link.url} onCopied={onClose} />
        </>
      )}
    </Dialog>
  );
}
