import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { CodeEditor } from '../../../code/code-editor.tsx';
import { SubjectPart } from '../editor-parts.tsx';
import { useEditorText } from '../editor-texts.ts';
import { LiquidText } from '../liquid-text.tsx';
import { blockProblemIn } from '../problems.ts';
import classes from '../templates.module.css';
import { BlockList } from './block-list.tsx';
import { useBlockName } from './block-name.ts';
import { blockAt, withValue } from './block-paths.ts';
import { BlockValues } from './block-values.tsx';
import { Brand } from './brand.tsx';
import { type Document, readDocument, writtenDocument } from './document.ts';
import { SettingsValues } from './settings-values.tsx';
import { useBlockText } from './texts.ts';

const NARROW = '(max-width: 75em)';

interface Props {
  subject: string;
  content: string;
  errors: Record<string, string>;
  write: (texts: { subject?: string; content?: string }, field?: string) => void;
  onBrand: () => void;
}

/** The block editor: the outline, and the values of the selected block. */
export function BlocksPart({ subject, content, errors, write, onBrand }: Props) {
  const t = useBlockText();
  const tEditor = useEditorText();
  const { name } = useBlockName();
  const [chosen, setChosen] = useState('');
  const values = useRef<HTMLDivElement>(null);
  /** On narrow windows the values are below the outline, out of sight. */
  const choose = (path: string) => {
    setChosen(path);
    if (path !== '' && matchMedia(NARROW).matches)
      requestAnimationFrame(() => values.current?.scrollIntoView({ block: 'start' }));
  };
  const document = readDocument(content);
  const problem = blockProblemIn(errors.content);
  const change = (document: Document, field?: string) => write({ content: writtenDocument(document) }, field);
  if (!document) {
    return (
      <Stack className={classes.edited ?? ''} style={{ gridColumn: 'span 2' }}>
        <Alert color="orange" variant="outline">
          {t('invalidJson')}
        </Alert>
        <CodeEditor
          label={t('blocks')}
          language="json"
          value={content}
          onChange={(content) => write({ content })}
          height={480}
        />
      </Stack>
    );
  }
  const block = blockAt(document, chosen);
  const wrong = problem && blockAt(document, problem.block);
  const preheader = document.settings?.preheader;
  return (
    <>
      <Stack className={`${classes.beside} ${classes.edited}`} component="section" aria-label={t('blocks')}>
        <SubjectPart subject={subject} error={errors.subject} onChange={(subject) => write({ subject }, 'subject')} />
        <LiquidText
          label={tEditor('preheader')}
          description={tEditor('preheaderHint')}
          value={typeof preheader === 'string' ? preheader : ''}
          onChange={(text) => change(withValue(document, 'settings.preheader', text || undefined), 'preheader')}
        />
        {errors.content && (
          <Alert color="red" variant="outline" role="alert" p="xs">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Text size="sm">
                {problem
                  ? t('problem', {
                      what: wrong ? name(wrong) : t('settings'),
                      message: `${problem.value} ${problem.message}`,
                    })
                  : errors.content}
              </Text>
              {problem && problem.block !== chosen && (
                <Button variant="default" size="compact-xs" onClick={() => choose(problem.block)}>
                  {t('show')}
                </Button>
              )}
            </Group>
          </Alert>
        )}
        <BlockList document={document} chosen={chosen} choose={choose} change={change} wrong={problem?.block} />
      </Stack>
      <Stack ref={values} className={`${classes.beside} ${classes.edited}`}>
        {block ? (
          <BlockValues
            document={document}
            block={block}
            choose={choose}
            change={change}
            path={chosen}
            problem={problem?.block === chosen ? problem : undefined}
          />
        ) : (
          <SettingsValues document={document} change={change} problem={problem?.block === '' ? problem : undefined}>
            <Brand onChanged={onBrand} />
          </SettingsValues>
        )}
      </Stack>
    </>
  );
}
