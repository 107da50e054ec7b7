import { Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { ReadyMadeTemplatesDocument } from '../../../generated/dashboard/templates.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useStateText } from '../../states/texts.ts';
import { useReadyMade } from '../../texts/use-ready-made.ts';
import { EDITOR_NAMES, EDITORS, EMPTY } from './empty-contents.ts';
import { READY_MADE_WORDS } from './ready-made-words.ts';
import { type StartingPoint, TemplateChoice } from './template-choice.tsx';
import { useGalleryText } from './texts.ts';

export const NewTemplate = createLazyRoute('/templates/new')({ component: NewTemplateScreen });

const route = getRouteApi('/templates/new');

function NewTemplateScreen() {
  const t = useGalleryText();
  const tState = useStateText();
  const translateReadyMade = useReadyMade(READY_MADE_WORDS);
  const mayWrite = useMayWrite();
  const { from } = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(ReadyMadeTemplatesDocument, {});
  const empty = EDITORS.map((editor): StartingPoint => {
    const name = editor === 'BLOCKS' ? t('blocks') : EDITOR_NAMES[editor];
    const description = t('fromScratchHint', { editor: name });
    return {
      key: editor,
      name,
      description,
      editor,
      content: EMPTY[editor],
      subject: '',
      localeVariants: {},
      variables: {},
    };
  });
  return (
    <>
      <TextLink to="/templates">{t('back')}</TextLink>
      <ScreenTitle>{t('newTemplate')}</ScreenTitle>
      {!mayWrite ? (
        <EmptyState title={tState('readOnly')} />
      ) : (
        <Loaded of={read} lines={10}>
          {({ readyMadeTemplates: { nodes } }) => {
            const ready = nodes.map((one) => translateReadyMade(one));
            const chosen = [...empty, ...ready].find(({ key }) => key === from) ?? ready[0] ?? empty[0];
            return (
              <Stack>
                {chosen && (
                  <TemplateChoice
                    ready={ready}
                    empty={empty}
                    chosen={chosen}
                    onChoose={(key) => void navigate({ search: { from: key }, replace: true, resetScroll: false })}
                  />
                )}
              </Stack>
            );
          }}
        </Loaded>
      )}
    </>
  );
}
