/** The template languages, in a file of their own so that importing them does not load the compilers. */
export const EDITORS = ['blocks', 'mjml', 'html', 'markdown'] as const;
export type Editor = (typeof EDITORS)[number];
