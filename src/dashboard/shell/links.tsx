import { Anchor, Button, type ButtonProps, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

/** Links between screens, styled by Mantine: `to`, `params` and `search` are checked by the compiler. */
export const TextLink = createLink(Anchor<'a'>);
export const MenuLink = createLink(NavLink<'a'>);
export const ButtonLink = createLink((props: ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
));
