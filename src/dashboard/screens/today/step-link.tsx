import type { ReactNode } from 'react';
import { ButtonLink } from '../../shell/links.tsx';
import type { Step } from './steps-of.ts';

interface Props {
  step: Step;
  /** The list and the template that the team has, if any. */
  targets: { list: string | undefined; template: string | undefined };
  variant: 'filled' | 'default';
  children: ReactNode;
}

/** The button that leads to a first step. */
export function StepLink({ step, targets: { list, template }, variant, children }: Props) {
  const look = { size: 'xs', variant, style: { flexShrink: 0 } } as const;
  const link = (to: '/settings/team' | '/settings/transports' | '/settings/domains' | '/campaigns/new') => (
    <ButtonLink to={to} {...look}>
      {children}
    </ButtonLink>
  );
  const start = (
    <ButtonLink to="/templates/new" {...look}>
      {children}
    </ButtonLink>
  );
  switch (step) {
    case 'brand':
      return link('/settings/team');
    case 'mailServer':
      return link('/settings/transports');
    case 'domain':
      return link('/settings/domains');
    case 'campaign':
      return link('/campaigns/new');
    case 'template':
      return start;
    case 'people':
      return list ? (
        <ButtonLink to="/lists/imports/new" search={{ list }} {...look}>
          {children}
        </ButtonLink>
      ) : (
        <ButtonLink to="/lists" search={{ create: 'yes' }} {...look}>
          {children}
        </ButtonLink>
      );
    case 'test':
      return template ? (
        <ButtonLink to="/templates/$id" params={{ id: template }} search={{ test: 'yes' }} {...look}>
          {children}
        </ButtonLink>
      ) : (
        start
      );
  }
}
