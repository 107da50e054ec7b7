import { Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { ReadyMadeTemplatesDocument } from '../../../generated/dashboard/templates.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { useStateText } from '../../states/texts.ts';
import { useReadyMade } from '../../texts/use-ready-made.ts';
import { EDITOR_NAMES, EDITORS, EMPTY } from './empty-contents.ts';
import { READY_MADE_WORDS } from './ready-made-words.ts';
import { type Beginning, StartChoice } from './start-choice.tsx';
import { useGalleryText } from './texts.ts';

export const Start = createLazyRoute('/templates/new')({ component: StartScreen });

const route = getRouteApi('/templates/new');

function StartScreen() {
  const say = useGalleryText();
  const sayState = useStateText();
  const sayReady = useReadyMade(READY_MADE_WORDS);
  const mayWrite = useMayWrite();
  const { from } = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(ReadyMadeTemplatesDocument, {});
  const empty = EDITORS.map((editor): Beginning => {
    const name = editor === 'BLOCKS' ? say('blocks') : EDITOR_NAMES[editor];
    const description = say('emptyMore', { editor: name });
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
      <TextLink to="/templates">{say('back')}</TextLink>
      <ScreenTitle>{say('begin')}</ScreenTitle>
      {!mayWrite ? (
        <Nothing title={sayState('readOnly')} />
      ) : (
        <Shown of={read} lines={10}>
          {({ readyMadeTemplates: { nodes } }) => {
            const ready = nodes.map((one) => sayReady(one));
            const chosen = [...empty, ...ready].find(({ key }) => key === from) ?? ready[0] ?? empty[0];
            return (
              <Stack>
                {chosen && (
                  <StartChoice
                    {...{ ready, empty, chosen }}
                    onChoose={(key) => void navigate({ search: { from: key }, replace: true, resetScroll: false })}
                  />
                )}
              </Stack>
            );
          }}
        </Shown>
      )}
    </>
  );
}
