import { createLazyRoute, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMayManage } from '../../session/viewer.tsx';
import { MenuLink } from '../../shell/links.tsx';
import classes from './layout.module.css';
import { useSettingsText } from './texts.ts';

export const Settings = createLazyRoute('/settings')({ component: SettingsLayout });

const PARTS = [
  { to: '/settings/team', name: 'team' },
  { to: '/settings/members', name: 'members' },
  { to: '/settings/tokens', name: 'tokens' },
  { to: '/settings/requests', name: 'requests' },
  { to: '/settings/domains', name: 'domains' },
  { to: '/settings/deliverability', name: 'deliverability' },
  { to: '/settings/transports', name: 'transports' },
  { to: '/settings/pauses', name: 'pauses' },
  { to: '/settings/webhooks', name: 'webhooks' },
  { to: '/settings/audit', name: 'audit', forOwners: true },
  { to: '/settings/usage', name: 'usage' },
] as const;

/** The settings navigation, beside the open page. */
function SettingsLayout() {
  const t = useSettingsText();
  const mayManage = useMayManage();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On narrow windows, the open page's link is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another active part
  useEffect(() => {
    const active = nav.current?.querySelector<HTMLElement>('[data-active]');
    if (active && nav.current) nav.current.scrollLeft = active.offsetLeft - nav.current.offsetLeft - 16;
  }, [pathname]);
  return (
    <div className={classes.around}>
      <nav ref={nav} aria-label={t('sections')} className={classes.parts}>
        {PARTS.filter((part) => !('forOwners' in part) || mayManage).map(({ to, name }) => (
          <MenuLink
            key={name}
            to={to}
            label={t(name)}
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'data-active': true }}
            className={classes.part}
          />
        ))}
      </nav>
      <div className={classes.shown}>
        <Outlet />
      </div>
    </div>
  );
}
