import { ActionIcon, Group, SegmentedControl, Tooltip, VisuallyHidden } from '@mantine/core';
import { DesktopIcon, GlobeIcon, MobileIcon, MoonIcon, TextAlignLeftIcon } from '@radix-ui/react-icons';
import { getRouteApi } from '@tanstack/react-router';
import { type TemplateSearch, VIEWS } from '../search.ts';
import { PreviewPerson } from './preview-person.tsx';
import { usePreviewText } from './texts.ts';

const ICONS = { desktop: DesktopIcon, phone: MobileIcon, text: TextAlignLeftIcon, languages: GlobeIcon };

const route = getRouteApi('/templates/$id');

/** How the e-mail is shown, which the address holds. */
export function PreviewBar({ languages, error }: { languages: number; error: string | undefined }) {
  const t = usePreviewText();
  const { view = 'desktop', dark, as } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (change: TemplateSearch) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false });
  const views = VIEWS.filter((one) => one !== 'languages' || languages > 0);
  return (
    <Group align="flex-end" gap="xs">
      <PreviewPerson email={as} error={error} onChange={(as) => show({ as })} />
      <Group gap="xs" wrap="nowrap">
        <SegmentedControl
          aria-label={t('view')}
          value={view}
          onChange={(value) => show({ view: VIEWS.find((one) => one === value && one !== 'desktop') })}
          transitionDuration={0}
          data={views.map((value) => {
            const Icon = ICONS[value];
            return {
              value,
              label: (
                <Tooltip label={t(value)} transitionProps={{ duration: 0 }}>
                  <span style={{ display: 'flex', padding: '3px 0' }}>
                    <Icon aria-hidden />
                    <VisuallyHidden>{t(value)}</VisuallyHidden>
                  </span>
                </Tooltip>
              ),
            };
          })}
        />
        <Tooltip label={t('dark')} transitionProps={{ duration: 0 }}>
          <ActionIcon
            size="lg"
            variant={dark ? 'filled' : 'default'}
            aria-label={t('dark')}
            aria-pressed={dark === 'yes'}
            onClick={() => show({ dark: dark ? undefined : 'yes' })}
          >
            <MoonIcon />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  );
}
