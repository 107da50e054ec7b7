/** Characters of one template. */
export const SOURCE_CHARACTERS = 1_000_000;

/** Characters of the output of one render. */
export const HTML_CHARACTERS = 2_000_000;
export const TEXT_CHARACTERS = 2_000_000;
export const SUBJECT_CHARACTERS = 1_000;

/** For a text inside something else, such as a webhook body. */
export const VALUE_CHARACTERS = 65_536;

/** After this time the engine stops, between two tags. */
export const RENDER_MS = 300;

/** The memory limit of LiquidJS for arrays and strings that filters and ranges create: about one per entry or character. */
export const MEMORY_UNITS = 8_000_000;

/** After this time the worker is killed: a filter over a large range does not check RENDER_MS. */
export const KILL_MS = 500;

/** Heap of one worker. */
export const HEAP_MB = 96;
