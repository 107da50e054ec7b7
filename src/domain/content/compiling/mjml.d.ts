/** The part of MJML used here; the package brings no types. */
declare module 'mjml' {
  interface MjmlError {
    line: number;
    message: string;
    tagName: string;
  }

  interface Options {
    fonts?: Record<string, string>;
    validationLevel?: 'soft' | 'strict' | 'skip';
    ignoreIncludes?: boolean;
    keepComments?: boolean;
  }

  /** Throws for what has no `<mjml>` around it. */
  export default function mjml2html(mjml: string, options?: Options): Promise<{ html: string; errors: MjmlError[] }>;
}
