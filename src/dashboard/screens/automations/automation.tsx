import { Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { AutomationDocument, AutomationProgressedDocument } from '../../../generated/dashboard/automations.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { Loaded } from '../../states/loaded.tsx';
import { NotFound } from '../../states/not-found.tsx';
import { Editor } from './editor/editor.tsx';
import { Heading } from './heading.tsx';
import type { EditorSearch } from './search.ts';

export const Automation = createLazyRoute('/automations/$automation')({ component: AutomationScreen });

const route = getRouteApi('/automations/$automation');

function AutomationScreen() {
  const { automation: id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(AutomationDocument, { id });
  useLive(AutomationProgressedDocument, { id });
  const change = (change: EditorSearch) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false });
  return (
    <Loaded of={read} lines={8}>
      {({ automation }) =>
        automation ? (
          <Stack gap="md">
            <Heading automation={automation} at="steps" />
            <Editor key={id} automation={automation} search={search} onSearch={change} />
          </Stack>
        ) : read.error ? null : (
          <NotFound />
        )
      }
    </Loaded>
  );
}
