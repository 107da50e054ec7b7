import { Button, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ImportTargetsDocument, type ImportTargetsQuery } from '../../../generated/dashboard/lists.ts';
import { useRead } from '../../client/use-read.ts';
import { useListChoices } from '../../editing/list-choices.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { FirstList } from '../../shell/first-list.tsx';
import { Panel } from '../../shell/panel.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useStateText } from '../../states/texts.ts';
import { CsvFormatForm } from './csv-format-form.tsx';
import { askedOf } from './csv-preview.ts';
import { FileDrop } from './file-drop.tsx';
import { contactTargets, mappingOf } from './import-fields.ts';
import { fieldsOf, type ImportOptions, NO_OPTIONS } from './import-options.ts';
import { Mapping } from './mapping.tsx';
import { ListsNav } from './nav.tsx';
import { useNewImportText } from './new-import-texts.ts';
import { OptionsForm } from './options-form.tsx';
import { PastePeople } from './paste-people.tsx';
import { PreviewRows } from './preview-rows.tsx';
import { Upload } from './upload.tsx';
import { usePreview } from './use-preview.ts';

export const NewImport = createLazyRoute('/lists/imports/new')({ component: NewImportScreen });

const route = getRouteApi('/lists/imports/new');

function NewImportScreen() {
  const t = useNewImportText();
  const tState = useStateText();
  const mayWrite = useMayWrite();
  const read = useRead(ImportTargetsDocument, {}, { pause: !mayWrite });
  return (
    <>
      <ListsNav />
      <ScreenTitle>{t('title')}</ScreenTitle>
      {!mayWrite && <EmptyState title={tState('forbidden')}>{tState('forbiddenHint')}</EmptyState>}
      <Loaded of={read}>
        {(targets) =>
          targets.lists.nodes.length === 0 ? (
            <EmptyState title={t('noList')} action={<FirstList />}>
              {t('noListHint')}
            </EmptyState>
          ) : (
            <Steps targets={targets} />
          )
        }
      </Loaded>
    </>
  );
}

/** The steps of an import: file, columns, options, upload. */
function Steps({ targets }: { targets: ImportTargetsQuery }) {
  const t = useNewImportText();
  const navigate = route.useNavigate();
  const { nodes } = targets.lists;
  const search = route.useSearch();
  const choices = useListChoices(nodes, { asks: true });
  // With several lists, the importer asks: a wrong guess would send confirmations to the wrong people.
  const list = nodes.find(({ id }) => id === (search.list ?? choices[0]?.value));
  const [file, setFile] = useState<File>();
  const [options, setOptions] = useState<ImportOptions>(NO_OPTIONS);
  const set = (change: Partial<ImportOptions>) => setOptions((now) => ({ ...now, ...change }));
  const { answer, preview, busy } = usePreview(list?.id, file, fieldsOf(options));
  const goTo = (change: typeof search) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  const choose = (chosen: File) => {
    setFile(chosen);
    set({ mapping: undefined, formats: {}, statuses: {}, encoding: '', delimiter: '', header: '' });
  };
  const errors = answer?.fields ?? {};
  const problem = errors.file ?? preview?.problems.find(({ column }) => column === null)?.message;
  return (
    <Stack gap="lg">
      <Panel title={t('fileAndList')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Stack gap={4}>
            <NativeSelect
              label={t('list')}
              value={list?.id ?? ''}
              data={list ? choices.filter(({ value }) => value !== '') : choices}
              error={file && !list ? t('chooseListFirst') : undefined}
              onChange={({ currentTarget: { value } }) => goTo({ list: value })}
            />
            <Text size="sm" c="dimmed">
              {list ? t(list.requiresConfirmation ? 'doubleOptIn' : 'singleOptIn') : t('chooseListHint')}
            </Text>
          </Stack>
          {search.paste && !file ? (
            <PastePeople onFile={choose} onCancel={() => goTo({ paste: undefined })} />
          ) : (
            <Stack gap="xs">
              <FileDrop file={file} error={preview ? undefined : (errors.file ?? answer?.problem)} onFile={choose} />
              {!file && (
                <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => goTo({ paste: 'yes' })}>
                  {t('paste')}
                </Button>
              )}
            </Stack>
          )}
        </SimpleGrid>
        {file && preview && <CsvFormatForm options={options} preview={preview} onChange={set} />}
      </Panel>
      {file && preview && list && (
        <>
          <Panel title={t('matchColumns')}>
            {problem && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert" mb="sm">
                {problem}
              </Text>
            )}
            <Mapping
              columns={preview.columns}
              mapping={mappingOf(preview.columns, options.mapping, askedOf(preview))}
              contact={contactTargets(targets.contactFields.nodes)}
              errors={errors}
              onMapping={(mapping) => set({ mapping })}
            />
          </Panel>
          <Panel title={t('firstRows')}>
            <PreviewRows preview={preview} />
          </Panel>
          <Panel title={t('options')}>
            <OptionsForm options={options} preview={preview} errors={errors} onChange={set} />
          </Panel>
          <Upload
            list={list}
            file={file}
            fields={fieldsOf(options)}
            ready={!busy && answer?.preview?.problems.length === 0}
            problem={answer?.problem}
          />
        </>
      )}
    </Stack>
  );
}
