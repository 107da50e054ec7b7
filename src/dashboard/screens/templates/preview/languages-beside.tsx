import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { TemplateEditor } from '../../../../generated/dashboard/templates.ts';
import { fieldErrors } from '../../../client/field-errors.ts';
import { MailFrame } from '../../../mail/mail-frame.tsx';
import { Loading } from '../../../states/loading.tsx';
import { type Draft, textsIn } from '../draft.ts';
import { useEditorText } from '../editor-texts.ts';
import { useLanguageName } from '../languages.tsx';
import { usePreviewText } from './texts.ts';
import { usePreview } from './use-preview.ts';

const DEBOUNCE_MS = 400;
const HEIGHT = 560;

interface Props {
  editor: TemplateEditor;
  draft: Draft;
  variables: Record<string, unknown>;
  email: string | undefined;
  isDark: boolean;
}

/** The template in each of its languages, side by side. */
export function LanguagesBeside({ draft, ...shared }: Props) {
  const t = useEditorText();
  const nameOf = useLanguageName();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {[undefined, ...Object.keys(draft.languages)].map((language) => (
        <OneLanguage
          key={language ?? ''}
          {...shared}
          draft={draft}
          language={language}
          name={language === undefined ? t('defaultLanguage') : nameOf(language)}
        />
      ))}
    </SimpleGrid>
  );
}

function OneLanguage({
  editor,
  draft,
  variables,
  email,
  isDark,
  language,
  name,
}: Props & { language: string | undefined; name: string }) {
  const t = usePreviewText();
  const [written] = useDebouncedValue(draft, DEBOUNCE_MS);
  const { styles } = written;
  const input = {
    editor,
    ...textsIn(written, language),
    styles: styles || null,
    variables,
    email: email ?? null,
    locale: language ?? null,
  };
  const { mail, error } = usePreview(input, 0);
  const [refusal] = Object.values(fieldErrors(error));
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="sm" c="dimmed">
        {mail?.subject || t('noSubject')}
      </Text>
      {refusal && (
        <Text size="sm" c="var(--mantine-color-error)">
          {refusal}
        </Text>
      )}
      {mail ? (
        <MailFrame html={mail.html} title={`${t('mail')}: ${name}`} dark={isDark} height={HEIGHT} />
      ) : (
        !error && <Loading />
      )}
    </Stack>
  );
}
