import { Loader } from '@mantine/core';
import { useIsLost } from '../client/connection.ts';
import classes from './shell.module.css';
import { useShellText } from './texts.ts';

/** Says that nothing moves because the server does not answer. It disappears by itself. */
export function ConnectionLost() {
  const t = useShellText();
  const isLost = useIsLost();
  // The element is there before its text, so that the text is read out.
  return (
    <div role="status" aria-label={t('connection')}>
      {isLost && (
        <div className={classes.lost}>
          <Loader size="xs" color="gray" aria-hidden />
          {t('connectionLost')}
        </div>
      )}
    </div>
  );
}
