import { Alert, List, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { TemplateEditor } from '../../../../generated/dashboard/templates.ts';
import { fieldErrors } from '../../../client/field-errors.ts';
import { MailFrame } from '../../../mail/mail-frame.tsx';
import { Failed } from '../../../states/failed.tsx';
import { Loading } from '../../../states/loading.tsx';
import type { Draft } from '../draft.ts';
import classes from '../templates.module.css';
import { Example } from './example.tsx';
import { LanguagesBeside } from './languages-beside.tsx';
import { PreviewBar } from './preview-bar.tsx';
import { Size } from './size.tsx';
import { usePreviewText } from './texts.ts';
import type { Shown } from './use-preview.ts';

const PHONE = 390;
const HEIGHT = 680;

const route = getRouteApi('/templates/$id');

interface Props {
  id: string;
  editor: TemplateEditor;
  draft: Draft;
  preview: Shown;
  variables: Record<string, unknown>;
  onVariables: (variables: Record<string, unknown>) => void;
}

/** The preview: desktop, phone, plain text or all languages; light or dark; for a chosen person. */
export function Preview({ id, editor, draft, preview: { mail, error }, variables, onVariables }: Props) {
  const t = usePreviewText();
  const { view, dark, as } = route.useSearch();
  const isDark = dark === 'yes';
  const errors = fieldErrors(error);
  return (
    <Stack gap="sm" className={`${classes.beside} ${classes.shown}`} component="section" aria-label={t('preview')}>
      <PreviewBar languages={Object.keys(draft.languages).length} error={errors.email} />
      {error && Object.keys(errors).length === 0 && <Failed error={error} />}
      {error && Object.keys(errors).length > 0 && (
        <Alert color="orange" variant="outline" role="status" p="xs">
          {errors.template ?? t('stale')}
        </Alert>
      )}
      {view === 'languages' ? (
        <LanguagesBeside editor={editor} draft={draft} variables={variables} isDark={isDark} email={as} />
      ) : mail === undefined ? (
        error ? null : (
          <Loading lines={12} />
        )
      ) : (
        <>
          <Text size="sm">
            <Text span fw={600}>
              {mail.subject || t('noSubject')}
            </Text>
          </Text>
          {view === 'text' ? (
            <section className={classes.plain} aria-label={t('text')}>
              {mail.text}
            </section>
          ) : (
            <div className={classes.frame}>
              <MailFrame
                html={mail.html}
                title={t('mail')}
                dark={isDark}
                height={HEIGHT}
                {...(view === 'phone' && { width: PHONE })}
              />
            </div>
          )}
          <Size html={mail.html} />
          {mail.warnings.length > 0 && (
            <Alert color="gray" variant="outline" title={t('warnings')} p="sm">
              <List size="sm">
                {mail.warnings.map(({ message: warning }) => (
                  <List.Item key={warning}>{warning}</List.Item>
                ))}
              </List>
            </Alert>
          )}
        </>
      )}
      <Example id={id} variables={variables} onChange={onVariables} />
    </Stack>
  );
}
