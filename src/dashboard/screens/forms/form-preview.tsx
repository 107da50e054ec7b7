import { Alert, Group, SegmentedControl, Stack } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { PreviewFormDocument } from '../../../generated/dashboard/forms.ts';
import { readUncached } from '../../client/read-uncached.ts';
import { MailFrame } from '../../mail/mail-frame.tsx';
import classes from './form-preview.module.css';
import { type FormValues, previewOf } from './form-values.ts';
import { useFormLookText } from './look-texts.ts';

const TYPING_MS = 250;
/** In pixels: the screens that the preview shows. */
const SCREENS = { desktop: { width: 1_024, height: 680 }, phone: { width: 390, height: 680 } } as const;

/** The form as it is edited, on a page of its kind, at the width of a desktop or a phone. */
export function FormPreview({ values }: { values: FormValues }) {
  const t = useFormLookText();
  const [view, setView] = useState<keyof typeof SCREENS>('desktop');
  const [sent, setSent] = useState(false);
  const { html, isStale } = useFormPreview(values, sent);
  const { ref, width } = useElementSize();
  const screen = SCREENS[view];
  const scale = Math.min(1, width / screen.width);
  return (
    <Stack gap="xs" className={classes.preview ?? ''}>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          aria-label={t('shown')}
          size="xs"
          value={sent ? 'thanks' : 'form'}
          onChange={(value) => setSent(value === 'thanks')}
          transitionDuration={0}
          data={[
            { value: 'form', label: t('form') },
            { value: 'thanks', label: t('thanks') },
          ]}
        />
        <SegmentedControl
          aria-label={t('width')}
          size="xs"
          value={view}
          onChange={(value) => setView(value === 'phone' ? 'phone' : 'desktop')}
          transitionDuration={0}
          data={[
            { value: 'desktop', label: t('desktop') },
            { value: 'phone', label: t('phone') },
          ]}
        />
      </Group>
      {isStale && (
        <Alert color="orange" variant="outline" role="status" p="xs">
          {t('stale')}
        </Alert>
      )}
      <div ref={ref} className={classes.room} style={{ height: screen.height * scale }}>
        <div className={classes.screen} style={{ width: screen.width, transform: `scale(${scale})` }}>
          {html !== undefined && <MailFrame html={html} title={t('preview')} {...screen} />}
        </div>
      </div>
    </Stack>
  );
}

/** The page of unsaved values, once nobody has typed for a moment. Invalid values keep the page before them. */
function useFormPreview(values: FormValues, sent: boolean) {
  const [typed] = useDebouncedValue(values, TYPING_MS);
  const [html, setHtml] = useState<string>();
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    let isLast = true;
    void readUncached(PreviewFormDocument, { input: { ...previewOf(typed), sent } }).then(({ data, error }) => {
      if (!isLast) return;
      setStale(error !== undefined);
      if (data) setHtml(data.previewForm.html);
    });
    return () => {
      isLast = false;
    };
  }, [typed, sent]);
  return { html, isStale };
}
