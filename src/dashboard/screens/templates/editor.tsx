import { Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { TemplateWholeFragment } from '../../../generated/dashboard/templates.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { UnsavedChanges } from '../../editing/unsaved-changes.tsx';
import { readExample } from '../../mail/example-variables.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Failed } from '../../states/failed.tsx';
import { BlocksPart } from './blocks/blocks-part.tsx';
import { CodePart } from './code-part.tsx';
import { draftOf, textsIn, withTexts } from './draft.ts';
import { EditorBar } from './editor-bar.tsx';
import { StrictPart, SubjectPart, TextPart } from './editor-parts.tsx';
import { useEditorText } from './editor-texts.ts';
import { Languages } from './languages.tsx';
import { Panes } from './panes.tsx';
import { Preview } from './preview/preview.tsx';
import { usePreview } from './preview/use-preview.ts';
import { Conflict, useSaving } from './saving.tsx';
import classes from './templates.module.css';
import { historyKey } from './use-draft.ts';
import { UsedIn } from './used-in.tsx';

const DEBOUNCE_MS = 400;

const route = getRouteApi('/templates/$id');

/** The template editor: content on one side, preview on the other. */
export function Editor({ template, onMissed }: { template: TemplateWholeFragment; onMissed: () => void }) {
  const t = useEditorText();
  const mayWrite = useMayWrite();
  const search = route.useSearch();
  const saving = useSaving(template, onMissed);
  const { draft, write, undo, redo } = saving;
  const language = search.language !== undefined && search.language in draft.languages ? search.language : undefined;
  const { subject, content, text } = textsIn(draft, language);
  const [variables, setVariables] = useState(() => readExample(template.id));
  const { editor, id } = template;
  const [written] = useDebouncedValue({ subject, content, text, styles: draft.styles }, DEBOUNCE_MS);
  const [brandVersion, setBrandVersion] = useState(0);
  const preview = usePreview(
    {
      editor,
      ...written,
      styles: written.styles || null,
      text: written.text || null,
      variables,
      email: search.as ?? null,
      locale: language ?? null,
    },
    brandVersion,
  );
  const refused = fieldErrors(saving.error);
  const errors = { ...errorsIn(refused, language), ...fieldErrors(preview.error) };
  const isBlocks = editor === 'BLOCKS';
  const pane = isBlocks && !mayWrite ? 'preview' : (search.pane ?? 'edit');
  const writeTexts = (texts: { subject?: string; content?: string; text?: string }, field?: string) =>
    write(withTexts(draft, language, texts), field && `${language} ${field}`);
  return (
    <>
      <TextLink to="/templates">{t('back')}</TextLink>
      <ScreenTitle>{draftOf(template).name}</ScreenTitle>
      <Stack
        onKeyDown={(event) => {
          const act = isBlocks && mayWrite && historyKey(event, { undo, redo });
          if (!act) return;
          event.preventDefault();
          act();
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
        {saving.error && !isShownAtField(refused, language) && <Failed error={saving.error} />}
        <Languages draft={draft} language={language} write={write} />
        {(mayWrite || !isBlocks) && <Panes />}
        <div className={layoutFor(isBlocks, mayWrite)} data-pane={pane}>
          {mayWrite && isBlocks && (
            <BlocksPart
              subject={subject}
              content={content}
              errors={errors}
              write={writeTexts}
              onBrand={() => setBrandVersion(brandVersion + 1)}
            />
          )}
          {!isBlocks && (
            <Stack className={classes.edited ?? ''}>
              <SubjectPart
                subject={subject}
                error={errors.subject}
                onChange={(subject) => writeTexts({ subject }, 'subject')}
              />
              <CodePart
                editor={editor}
                content={content}
                errors={errors}
                styles={draft.styles}
                onContent={(content) => writeTexts({ content }, 'content')}
                onStyles={(styles) => write({ ...draft, styles }, 'styles')}
              />
            </Stack>
          )}
          <Preview
            id={id}
            editor={editor}
            draft={draft}
            preview={preview}
            variables={variables}
            onVariables={setVariables}
          />
        </div>
        <TextPart text={text} error={errors.text} onChange={(text) => writeTexts({ text }, 'text')} />
        <StrictPart strict={draft.strict} onChange={(strict) => write({ ...draft, strict }, 'strict')} />
        <UsedIn id={id} />
      </Stack>
      <UnsavedChanges isDirty={saving.isDirty} />
    </>
  );
}

/** A list of blocks, the values of one and the preview; code and the preview; or the preview alone. */
function layoutFor(isBlocks: boolean, mayWrite: boolean): string {
  if (!isBlocks) return `${classes.layout} ${classes.code}`;
  return mayWrite ? `${classes.layout} ${classes.blocks}` : `${classes.bench}`;
}

type Errors = Record<string, string>;

/** The errors of the texts on screen, by field. */
const errorsIn = (errors: Errors, language: string | undefined): Errors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) => {
      const prefix = language === undefined ? '' : `localeVariants.${language}.`;
      return path.startsWith(prefix) && !path.slice(prefix.length).includes('.')
        ? [[path.slice(prefix.length), message]]
        : [];
    }),
  );

/** Whether each error is visible at its field. */
function isShownAtField(errors: Errors, language: string | undefined): boolean {
  const shown = Object.keys(errorsIn(errors, language));
  const known = ['name', 'subject', 'content', 'styles', 'text'];
  const others = Object.keys(errors).filter((path) => path !== 'name');
  return Object.keys(errors).length > 0 && shown.every((one) => known.includes(one)) && others.length <= shown.length;
}
