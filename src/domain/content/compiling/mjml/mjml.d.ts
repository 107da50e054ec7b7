/** The part of MJML that is used here. The package has no types. */
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

  /** Throws if there is no `<mjml>` element. */
  export default function mjml2html(mjml: string, options?: Options): Promise<{ html: string; errors: MjmlError[] }>;
}
