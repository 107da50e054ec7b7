/** What templates are written in. By itself, so that who only needs to know does not load the compilers of all. */
export const EDITORS = ['blocks', 'mjml', 'html', 'markdown'] as const;
export type Editor = (typeof EDITORS)[number];
