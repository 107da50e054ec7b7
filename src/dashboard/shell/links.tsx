import { Anchor, Button, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** Links between screens in the looks of Mantine: `to`, `params` and `search` are checked by the compiler. */
export const TextLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink(Button<'a'>);
export const MenuLink = createLink(NavLink<'a'>);
