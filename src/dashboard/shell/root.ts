import { createRootRoute } from '@tanstack/react-router';
import { NotFound } from '../states/not-found.tsx';

/** The root route of all screens. The shell around them is put in where the router is made. */
export const root = createRootRoute({ notFoundComponent: NotFound });
