import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEditorText } from './editor-texts.ts';

const route = getRouteApi('/templates/$id');

/** On narrow windows, either the editor or the preview. */
export function Panes() {
  const t = useEditorText();
  const { pane } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <SegmentedControl
      hiddenFrom="lg"
      fullWidth
      aria-label={t('pane')}
      transitionDuration={0}
      value={pane ?? 'edit'}
      data={(['edit', 'preview'] as const).map((value) => ({ value, label: t(`pane_${value}`) }))}
      onChange={(value) =>
        void navigate({
          search: (now) => ({ ...now, pane: value === 'preview' ? value : undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
