import type { PersonIcon } from '@radix-ui/react-icons';
import type { AnyRoute } from '@tanstack/react-router';
import type { Language } from '../texts/language.ts';

/** The shell's view of a screen; the rest loads when it opens. */
export interface Screen {
  /** The name of its folder, and the first part of its address; Today is at `/`, too. */
  name: string;
  title: Record<Language, string>;
  /** Other words by which the palette finds it, in all languages. */
  words?: string;
  icon: typeof PersonIcon;
  /** Where the menu leads. */
  to: string;
  /** Its addresses; the first is where the menu leads. */
  routes: readonly AnyRoute[];
}

/** Describes a screen, and keeps the exact types of its routes, by which links to it are checked. */
export const screen = <const Routes extends readonly AnyRoute[]>(
  described: Omit<Screen, 'routes'> & { routes: Routes },
): Omit<Screen, 'routes'> & { routes: Routes } => described;
