import { Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { TemplateWholeFragment } from '../../../generated/dashboard/templates.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Failed } from '../../states/failed.tsx';
import { BlocksPart } from './blocks/blocks-part.tsx';
import { CodePart } from './code-part.tsx';
import { Conflict } from './conflict.tsx';
import { draftOf, withWords, wordsIn } from './draft.ts';
import { EditorBar } from './editor-bar.tsx';
import { useEditorText } from './editor-texts.ts';
import { readExample } from './example-variables.ts';
import { Languages } from './languages.tsx';
import { Leaving } from './leaving.tsx';
import { Preview } from './preview/preview.tsx';
import { usePreview } from './preview/use-preview.ts';
import { SubjectPart } from './subject-part.tsx';
import classes from './templates.module.css';
import { useSaving } from './use-saving.ts';
import { UsedIn } from './used-in.tsx';

const TYPING_MS = 400;

const route = getRouteApi('/templates/$id');

/** A template: what it says, written on one side and shown on the other. */
export function Editor({ template, onMissed }: { template: TemplateWholeFragment; onMissed: () => void }) {
  const say = useEditorText();
  const mayWrite = useMayWrite();
  const search = route.useSearch();
  const saving = useSaving(template, onMissed);
  const { draft, write, undo, redo } = saving;
  const language = search.language !== undefined && search.language in draft.languages ? search.language : undefined;
  const { subject, content } = wordsIn(draft, language);
  const [variables, setVariables] = useState(() => readExample(template.id));
  const { editor, id } = template;
  const [written] = useDebouncedValue({ subject, content, styles: draft.styles }, TYPING_MS);
  const [looks, setLooks] = useState(0);
  const preview = usePreview(
    { editor, ...written, styles: written.styles || null, variables, email: search.as ?? null },
    looks,
  );
  const errors = { ...fieldErrors(preview.error), ...fieldErrors(saving.error) };
  const isBlocks = editor === 'BLOCKS';
  const say_ = (words: { subject?: string; content?: string }, place?: string) =>
    write(withWords(draft, language, words), place && `${language} ${place}`);
  return (
    <>
      <TextLink to="/templates">{say('back')}</TextLink>
      <ScreenTitle>{draftOf(template).name}</ScreenTitle>
      <Stack
        onKeyDown={(event) => {
          const isUndo = isBlocks && mayWrite && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
          const isElsewhere = event.target instanceof Element && event.target.closest('.cm-editor, [role=dialog]');
          if (!isUndo || isElsewhere) return;
          event.preventDefault();
          (event.shiftKey ? redo : undo)?.();
        }}
      >
        {mayWrite && (
          <EditorBar
            template={template}
            saving={saving}
            language={language}
            variables={variables}
            withHistory={isBlocks}
          />
        )}
        {saving.hasConflict && <Conflict saving={saving} />}
        {saving.error && Object.keys(fieldErrors(saving.error)).length === 0 && <Failed error={saving.error} />}
        <Languages draft={draft} language={language} write={write} />
        <div className={isBlocks && mayWrite ? `${classes.bench} ${classes.blocks}` : classes.bench}>
          {mayWrite && isBlocks && (
            <BlocksPart {...{ subject, content, errors }} say={say_} onBrand={() => setLooks(looks + 1)} />
          )}
          {!isBlocks && (
            <Stack>
              <SubjectPart
                subject={subject}
                error={errors.subject}
                onChange={(subject) => say_({ subject }, 'subject')}
              />
              <CodePart
                {...{ editor, content, errors }}
                styles={draft.styles}
                onContent={(content) => say_({ content }, 'content')}
                onStyles={(styles) => write({ ...draft, styles }, 'styles')}
              />
            </Stack>
          )}
          <Preview {...{ id, editor, draft, preview, variables }} onVariables={setVariables} />
        </div>
        <UsedIn id={id} />
      </Stack>
      <Leaving isDirty={saving.isDirty} />
    </>
  );
}
