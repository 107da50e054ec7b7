import { AppShell, Burger, Button, Group, Kbd, Text, VisuallyHidden } from '@mantine/core';
import { useCounter, useDisclosure, useHotkeys } from '@mantine/hooks';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { screens } from '../screens.ts';
import { WithViewer } from '../session/viewer.tsx';
import type { Language } from '../texts/language.ts';
import { ConnectionLost } from './connection-lost.tsx';
import { MenuLink } from './links.tsx';
import { NoMailServer } from './no-mail-server.tsx';
import classes from './shell.module.css';
import { useShellText } from './texts.ts';
import { ViewerMenu } from './viewer-menu.tsx';

const Keys = lazy(() => import('./keys.tsx'));
const Palette = lazy(() => import('../palette/palette.tsx'));

/** The frame of every screen: menu, signed-in member, palette. */
export function Shell() {
  const t = useShellText();
  const [open, { toggle, close }] = useDisclosure();
  const [asked, { increment: ask }] = useCounter();
  const [keys, { open: openKeys, close: closeKeys }] = useDisclosure();
  useHotkeys([['mod+K', ask]], []);
  useHotkeys([['shift+?', openKeys]]);
  const toContent = () => document.getElementById('content')?.focus();
  return (
    <WithViewer>
      <button type="button" className={classes.skip} onClick={toContent}>
        {t('skip')}
      </button>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !open } }}
        padding={{ base: 'md', sm: 'xl' }}
        transitionDuration={0}
      >
        <AppShell.Header px="md">
          <Group h="100%" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <Burger
                opened={open}
                onClick={toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={t('menu')}
                aria-expanded={open}
              />
              <Text fw={700}>Tidings</Text>
            </Group>
            <Group gap="xs" wrap="nowrap">
              <Button variant="default" size="xs" leftSection={<MagnifyingGlassIcon />} onClick={ask}>
                {t('search')}
                <VisuallyHidden>Ctrl K</VisuallyHidden>
                <Kbd size="xs" ml="xs" visibleFrom="sm" aria-hidden>
                  Ctrl K
                </Kbd>
              </Button>
              <ViewerMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="sm" aria-label={t('screens')}>
          <Menu onChosen={close} />
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1} className={classes.content}>
          <NoMailServer />
          <Outlet />
        </AppShell.Main>
      </AppShell>
      <ConnectionLost />
      {asked > 0 && (
        <Suspense>
          <Palette asked={asked} />
        </Suspense>
      )}
      {keys && (
        <Suspense>
          <Keys onClose={closeKeys} />
        </Suspense>
      )}
    </WithViewer>
  );
}

/** The screens, in the order in which they are registered. */
function Menu({ onChosen }: { onChosen: () => void }) {
  const language = useTranslation().i18n.language as Language;
  return screens.map(({ name, title, icon: Icon, to }) => (
    <MenuLink
      key={name}
      to={to}
      className={classes.screen}
      label={title[language]}
      leftSection={<Icon aria-hidden />}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      activeProps={{ 'data-active': true }}
      onClick={onChosen}
    />
  ));
}
