import { ActionIcon, Button, Group, Popover, Tabs, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Cross2Icon, PlusIcon } from '@radix-ui/react-icons';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '../../session/viewer.tsx';
import { type Draft, textsIn, withoutLanguage, withTexts } from './draft.ts';
import { useEditorText } from './editor-texts.ts';

const route = getRouteApi('/templates/$id');

const CODE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;
const ITSELF = '(itself)';

interface Props {
  draft: Draft;
  language: string | undefined;
  write: (draft: Draft) => void;
}

/** The languages of a template: which of them is edited and shown, one more, or one less. */
export function Languages({ draft, language, write }: Props) {
  const t = useEditorText();
  const nameOf = useLanguageName();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const languages = Object.keys(draft.languages);
  const choose = (language: string | undefined) =>
    void navigate({ search: (now) => ({ ...now, language }), replace: true, resetScroll: false });
  if (languages.length === 0 && !mayWrite) return null;
  return (
    <Group gap="xs">
      {languages.length > 0 && (
        <Tabs value={language ?? ITSELF} onChange={(value) => choose(value && value !== ITSELF ? value : undefined)}>
          <Tabs.List aria-label={t('languages')}>
            {[ITSELF, ...languages].map((one) => (
              <Tabs.Tab key={one} value={one} aria-controls={undefined}>
                {one === ITSELF ? t('defaultLanguage') : nameOf(one)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      {mayWrite && language !== undefined && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('removeLanguage', { language: nameOf(language) })}
          title={t('removeLanguage', { language: nameOf(language) })}
          onClick={() => {
            write(withoutLanguage(draft, language));
            choose(undefined);
          }}
        >
          <Cross2Icon />
        </ActionIcon>
      )}
      {mayWrite && (
        <AddLanguage
          taken={languages}
          onAdd={(added) => {
            write(withTexts(draft, added, textsIn(draft)));
            choose(added);
          }}
        />
      )}
    </Group>
  );
}

/** It begins with the words of the template, to be translated. */
function AddLanguage({ taken, onAdd }: { taken: readonly string[]; onAdd: (language: string) => void }) {
  const t = useEditorText();
  const [opened, { close, toggle }] = useDisclosure();
  const [code, setCode] = useState('');
  const wanted = code.trim().replace('_', '-');
  const fits = CODE.test(wanted) && !taken.some((one) => one.toLowerCase() === wanted.toLowerCase());
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      trapFocus
      transitionProps={{ duration: 0 }}
      position="bottom-start"
    >
      <Popover.Target>
        <Button variant="subtle" size="compact-sm" leftSection={<PlusIcon />} onClick={toggle}>
          {t('addLanguage')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('addLanguage')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!fits) return;
            onAdd(wanted);
            setCode('');
            close();
          }}
        >
          <Group align="flex-end" gap="xs">
            <TextInput
              label={t('languageCode')}
              value={code}
              data-autofocus
              onChange={({ currentTarget: { value } }) => setCode(value)}
            />
            <Button type="submit" disabled={!fits}>
              {t('add')}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The name of a language in the page's language, or its code. */
export function useLanguageName(): (code: string) => string {
  const { language } = useTranslation().i18n;
  return (code) => {
    try {
      return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code;
    } catch {
      return code;
    }
  };
}
